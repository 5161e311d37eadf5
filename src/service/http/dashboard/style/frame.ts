/** Page layout: text, header, navigation, main column. */
export const FRAME = `
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; overflow-y: scroll; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--ground); color: var(--text); font: var(--t2)/1.5 var(--sans); }
h1, h2, h3 { line-height: 1.25; margin: 0; font-weight: var(--strong); overflow-wrap: anywhere; text-wrap: balance; }
h1 { font-size: var(--t4); letter-spacing: -0.01em; }
h2 { font-size: var(--t3); }
h3 { font-size: var(--t2); display: flex; flex-wrap: wrap; gap: var(--s2); align-items: baseline; }
strong { font-weight: var(--strong); }
p { margin: 0; overflow-wrap: anywhere; }
dl, dd, figure { margin: 0; }
a { color: var(--accent); text-underline-offset: 2px; text-decoration-thickness: 1px; }
a:hover { color: var(--accent-strong); }
code, kbd, pre { font: var(--t1)/1.5 var(--mono); overflow-wrap: anywhere; }
summary { cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus-visible { outline: none; }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: var(--s3); top: -60px; z-index: 4; padding: var(--s2) var(--s4); background: var(--accent); color: var(--on-accent); border-radius: 0 0 var(--radius) var(--radius); }
.skip:focus { top: 0; color: var(--on-accent); }
.top { background: var(--surface); border-bottom: 1px solid var(--line); }
.top-inner, .foot-inner { max-width: 1120px; margin: 0 auto; padding: 0 var(--s5); display: flex; align-items: center; gap: var(--s5); min-height: 52px; }
.brand { display: inline-flex; align-items: center; gap: var(--s2); font-weight: var(--strong); color: var(--text); text-decoration: none; }
.brand:hover { color: var(--text); }
.mark { color: var(--accent); fill: none; stroke: currentColor; stroke-width: 2.2; stroke-linecap: round; flex: none; }
.mark circle { fill: currentColor; stroke: none; }
.top nav { flex: 1; min-width: 0; }
.top nav ul, .tabs ul { display: flex; gap: var(--s1); list-style: none; margin: 0; padding: 0; }
.top nav a, .tabs a { display: block; padding: 15px var(--s3) 13px; color: var(--muted); text-decoration: none; white-space: nowrap; border-bottom: 2px solid transparent; }
.top nav a:hover, .tabs a:hover { color: var(--text); }
.top nav a[aria-current], .tabs a[aria-current] { color: var(--text); border-bottom-color: var(--accent); }
main { flex: 1; width: 100%; max-width: 1120px; margin: 0 auto; padding: var(--s5) var(--s5) 64px; }
main > * + *, .page > * + *, .stack > * + * { margin-top: var(--s4); }
.user { display: flex; align-items: center; gap: var(--s3); font-size: var(--t1); }
.user .name { display: block; max-width: 160px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--muted); }
.foot { border-top: 1px solid var(--line); color: var(--muted); font-size: var(--t1); }
.foot-inner { flex-wrap: wrap; gap: var(--s1) var(--s5); padding-top: var(--s2); padding-bottom: var(--s2); }
.foot a { color: var(--muted); padding: var(--s1) 0; }
.foot a:hover { color: var(--text); }
.narrow { max-width: 640px; }
.narrow.centred { margin: var(--s6) auto 0; }
@media (max-width: 820px) {
  .top-inner { flex-wrap: wrap; gap: 0 var(--s4); }
  .top-inner, .foot-inner { padding-left: var(--s4); padding-right: var(--s4); }
  .brand { flex: 1; min-height: 44px; }
  .top nav { order: 3; flex-basis: 100%; margin: 0 calc(-1 * var(--s4)); padding: 0 10px; overflow-x: auto; }
  .top nav ul { gap: 0; }
  .top nav a { padding: 8px 6px; font-size: var(--t1); }
  .user .name { max-width: 120px; }
  main { padding: var(--s4) var(--s4) 40px; }
}
@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after { animation: none !important; transition: none !important; scroll-behavior: auto !important; }
}
@media (forced-colors: active) {
  .top nav a[aria-current], .tabs a[aria-current] { border-bottom-color: Highlight; }
  .dot, .bars rect, .sparkline rect, .shares rect { forced-color-adjust: none; }
  .button, .badge, .notice { border: 1px solid ButtonText; }
}
@media print {
  .top nav, .user, .foot, .actions, .tabs, .pager, .choices, .selection, .skip { display: none; }
  body, main { background: none; padding: 0; max-width: none; }
  a { color: inherit; }
}
`;
