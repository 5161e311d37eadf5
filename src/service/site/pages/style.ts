/** The style of the page: readable, light and dark, and without anything to load. */
export const STYLE = `
:root { color-scheme: light dark; --text: #1c1e21; --soft: #5a6068; --page: #fdfdfc; --line: #dcdfe3; --link: #0b57a4; --warn: #9a3412; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e7e9; --soft: #a4abb4; --page: #16181b; --line: #33383e; --link: #8ab8f0; --warn: #fdba74; } }
body { margin: 0 auto; max-width: 46rem; padding: 2rem 1rem 4rem; background: var(--page); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; margin: 0 0 1rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 0; }
h3 { font-size: 1.05rem; margin: 0; }
a { color: var(--link); }
article { border-top: 1px solid var(--line); padding: 1rem 0; margin-top: 1rem; }
article p, article ul { margin: .35rem 0 0; }
.soft { color: var(--soft); font-size: .9rem; }
.warn { color: var(--warn); font-size: .9rem; }
ul { padding-left: 1.2rem; }
`;
