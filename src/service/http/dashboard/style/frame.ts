/** The page itself: text, header, navigation, main column. */
export const FRAME = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 var(--sans); }
h1, h2, h3 { line-height: 1.25; margin: 0; font-weight: 600; overflow-wrap: anywhere; }
h1 { font-size: 24px; letter-spacing: -0.01em; }
h2 { font-size: 17px; }
p { margin: 0; overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: 2px; text-decoration-thickness: 1px; }
a:hover { color: var(--accent-strong); }
code { font: 13px/1.5 var(--mono); overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus-visible { outline: none; }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: var(--s3); top: -60px; z-index: 2; padding: var(--s2) var(--s4); background: var(--accent); color: var(--on-accent); border-radius: 0 0 var(--radius) var(--radius); }
.skip:focus { top: 0; color: var(--on-accent); }
.top { background: var(--surface); border-bottom: 1px solid var(--line); }
.top-inner { max-width: 1120px; margin: 0 auto; padding: 0 var(--s5); display: flex; align-items: center; gap: var(--s5); min-height: 56px; }
.brand { display: inline-flex; align-items: center; gap: var(--s2); font-weight: 650; font-size: 16px; color: var(--text); text-decoration: none; letter-spacing: -0.01em; }
.brand:hover { color: var(--text); }
.mark { color: var(--accent); fill: none; stroke: currentColor; stroke-width: 2.2; stroke-linecap: round; flex: none; }
.mark circle { fill: currentColor; stroke: none; }
.top nav { flex: 1; min-width: 0; }
.top nav ul { display: flex; gap: var(--s1); list-style: none; margin: 0; padding: 0; }
.top nav a { display: block; padding: 17px var(--s3) 15px; color: var(--muted); text-decoration: none; white-space: nowrap; border-bottom: 2px solid transparent; }
.top nav a:hover { color: var(--text); }
.top nav a[aria-current] { color: var(--text); border-bottom-color: var(--accent); font-weight: 550; }
main { max-width: 1120px; margin: 0 auto; padding: var(--s5) var(--s5) 80px; }
main > * + * { margin-top: var(--s5); }
.narrow { max-width: 640px; }
.narrow.centred { margin: var(--s6) auto 0; }
.stack > * + * { margin-top: var(--s4); }
@media (max-width: 720px) {
  .top-inner { flex-wrap: wrap; gap: 0 var(--s4); padding: 0 var(--s4); }
  .brand { flex: 1; min-height: 48px; }
  .top nav { order: 3; flex-basis: 100%; margin: 0 calc(-1 * var(--s4)); padding: 0 10px; overflow-x: auto; }
  .top nav ul { gap: 0; }
  .top nav a { padding: 10px 6px; font-size: 14px; }
  main { padding: var(--s4) var(--s4) 64px; }
  main > * + * { margin-top: var(--s4); }
  h1 { font-size: 21px; }
}
`;
