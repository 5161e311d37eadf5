/**
 * Colours and sizes of all pages of feedctl; text has a contrast of at least 4.5:1 in both schemes.
 */
export const TOKENS = `
:root {
  color-scheme: light dark;
  --ground: #f7f8f9; --surface: #ffffff; --sunk: #eef0f3; --line: #e1e4e9; --line-strong: #7d8490;
  --text: #16191d; --muted: #565e6a;
  --accent: #0b6b57; --accent-strong: #085445; --on-accent: #ffffff; --accent-tint: #def1eb;
  --info: #2a53b8; --info-tint: #e5ecfc;
  --good: #1b6838; --good-tint: #e1f3e6;
  --warn: #7c4a03; --warn-tint: #fdf0d5;
  --bad: #a3241d; --bad-tint: #fce8e6;
  --chart-1: #14866d; --chart-2: #4a6fd4; --chart-3: #b9770e; --chart-bad: #c73a31; --chart-none: #c3c8d0;
  --veil: rgb(255 255 255 / .9); --radius: 8px; --shadow: 0 8px 24px rgb(0 0 0 / .12);
  --s1: 4px; --s2: 8px; --s3: 12px; --s4: 16px; --s5: 24px; --s6: 40px;
  --t1: 13px; --t2: 15px; --t3: 18px; --t4: 24px; --t5: 28px; --strong: 600; --medium: 500;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #111418; --surface: #181c21; --sunk: #242a32; --line: #2c323b; --line-strong: #7b8593;
    --text: #e8ebef; --muted: #a4adba;
    --accent: #5cc9ae; --accent-strong: #7fdbc4; --on-accent: #06281f; --accent-tint: #14342c;
    --info: #9db8fb; --info-tint: #1c2a4d;
    --good: #7fcf97; --good-tint: #15311f;
    --warn: #e6b561; --warn-tint: #35290f;
    --bad: #f5a19a; --bad-tint: #411d1a;
    --chart-1: #3fb497; --chart-2: #7d9cf0; --chart-3: #d9a03f; --chart-bad: #ee7a70; --chart-none: #454e5a;
    --veil: rgb(24 28 33 / .9); --shadow: 0 8px 24px rgb(0 0 0 / .5);
  }
}`;

/** Style of pages outside the dashboard: published feeds and bundles, and static sites. */
export const PAGE_STYLE = `${TOKENS}
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--surface); color: var(--text); font: var(--t2)/1.5 var(--sans); overflow-wrap: anywhere; }
h1, h2, h3, p, ul, dl, dd { margin: 0; }
h1, h2, h3 { line-height: 1.3; font-weight: var(--strong); text-wrap: balance; }
h1 { font-size: 28px; line-height: 1.2; letter-spacing: -.015em; }
h2 { font-size: var(--t2); }
h3 { font-size: 17px; text-wrap: pretty; }
ul { padding: 0; list-style: none; }
a { color: var(--accent); text-underline-offset: 2px; text-decoration-thickness: 1px; }
a:hover { color: var(--accent-strong); }
a:focus-visible, button:focus-visible, summary:focus-visible, input:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
:is(h1, h3, .soft, .list, .more, .foot) a { display: inline-block; min-height: 24px; }
.wrap { max-width: 760px; margin: 0 auto; padding: 0 var(--s5); }
.wide { max-width: 1120px; }
.bar { border-bottom: 1px solid var(--line); font-size: var(--t1); }
.bar a { display: inline-block; padding: 10px 0; color: var(--muted); text-decoration: none; }
.bar a:hover { color: var(--text); text-decoration: underline; }
.head { display: grid; grid-template-columns: auto 1fr; gap: var(--s1) var(--s4); align-items: start; padding: var(--s6) 0 var(--s5); }
.head > * { grid-column: 2; min-width: 0; }
.head > .icon { grid-column: 1; grid-row: 1 / span 3; }
.icon { display: grid; place-items: center; width: 56px; height: 56px; border-radius: 12px; object-fit: contain; background: var(--accent-tint); color: var(--accent); font-size: 26px; font-weight: var(--strong); overflow: hidden; }
img.icon { background: var(--sunk); }
.head h1 a { color: inherit; text-decoration: none; }
.head h1 a:hover { text-decoration: underline; }
.lead { color: var(--muted); font-size: 17px; max-width: 60ch; }
.soft { color: var(--muted); font-size: var(--t1); }
.soft a { color: inherit; }
.warn { color: var(--warn); font-size: var(--t1); }
.follow { padding: var(--s4) var(--s5); background: var(--ground); border: 1px solid var(--line); border-radius: 12px; }
.follow > * + * { margin-top: var(--s3); }
.follow > h2 + p { margin-top: 2px; }
.address { display: flex; align-items: center; gap: var(--s2); min-height: 44px; padding: 5px 5px 5px 14px; background: var(--surface); border: 1px solid var(--line-strong); border-radius: var(--radius); }
.address code { flex: 1; min-width: 0; font: var(--t1)/1.4 var(--mono); user-select: all; }
.address span { color: var(--muted); font-size: var(--t1); }
.address:has(+ .address) span, .address + .address span { min-width: 72px; }
.address + .address { margin-top: var(--s2); }
.button { flex: none; min-height: 32px; padding: 0 14px; font: 500 14px var(--sans); color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: 6px; cursor: pointer; }
.button:hover { background: var(--accent-strong); }
.ways { display: flex; flex-wrap: wrap; gap: 0 var(--s5); align-items: baseline; font-size: var(--t1); }
.ways > a, .ways summary { display: inline-block; min-height: 24px; padding: 4px 0; }
.ways summary { color: var(--muted); cursor: pointer; }
.ways details[open] { flex-basis: 100%; }
.ways details[open] summary { margin-bottom: var(--s2); }
.day { margin-top: 36px; }
.day > h2 { padding-bottom: 6px; color: var(--muted); font-size: var(--t1); border-bottom: 1px solid var(--line); }
.items > li { display: flex; gap: var(--s4); justify-content: space-between; padding: var(--s4) 0; border-bottom: 1px solid var(--line); }
.items > li > div { min-width: 0; }
.items p { margin-top: 2px; }
.items > li:last-child { border-bottom: 0; }
.items .thumb { flex: none; width: 112px; height: 84px; border-radius: var(--radius); object-fit: cover; background: var(--sunk); }
.items h3 a { color: inherit; text-decoration: none; }
.items h3 a:hover { color: var(--accent); text-decoration: underline; }
.items h3 a:visited { color: var(--muted); }
.text { color: var(--muted); display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; max-width: 68ch; }
ins, del { padding: 0 2px; border-radius: 3px; }
del + ins { margin-inline-start: 3px; }
ins { background: var(--accent-tint); text-underline-offset: 3px; }
del { background: var(--sunk); }
.changes { list-style: none; margin: 2px 0 0; padding: 0; }
.changes + p { color: var(--muted); font-size: var(--t1); }
.site { display: flex; flex-wrap: wrap; gap: var(--s4); align-items: end; justify-content: space-between; padding: var(--s6) 0 0; }
.site > div { min-width: 0; flex: 1 1 320px; }
.site h1 + p { margin-top: var(--s1); }
search { flex: 0 1 320px; min-width: min(100%, 220px); }
input { width: 100%; min-height: 40px; padding: 0 14px; font: inherit; color: var(--text); background: var(--ground); border: 1px solid var(--line-strong); border-radius: var(--radius); }
::placeholder { color: var(--muted); opacity: 1; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) 260px; gap: 0 64px; }
.columns > div { grid-column: 1; max-width: 760px; }
.columns > aside { grid-column: 2; grid-row: 1 / span 2; margin-top: 36px; }
aside h2 { padding-bottom: 6px; color: var(--muted); font-size: var(--t1); border-bottom: 1px solid var(--line); }
aside ul + h2, aside p + h2 { margin-top: var(--s5); }
.list { padding: var(--s2) 0; }
.list li { display: flex; gap: var(--s2); justify-content: space-between; }
.list a { color: inherit; padding: 3px 0; text-decoration: none; }
.list a:hover { text-decoration: underline; }
.list .soft { padding-top: 5px; font-variant-numeric: tabular-nums; }
#found > .soft { margin-top: 36px; padding-bottom: 6px; border-bottom: 1px solid var(--line); }
.none { padding: var(--s6) 0; text-align: center; color: var(--muted); }
.more { padding: var(--s4) 0; color: var(--muted); font-size: var(--t1); }
.foot { margin-top: var(--s6); padding: var(--s4) 0 var(--s6); border-top: 1px solid var(--line); color: var(--muted); font-size: var(--t1); }
@media (max-width: 860px) {
  .columns { display: block; }
  search { flex: 1 1 100%; }
  .site { padding-top: var(--s5); }
}
@media (max-width: 560px) {
  .wrap { padding: 0 var(--s4); }
  .head { padding: var(--s5) 0; gap: var(--s1) var(--s3); }
  h1 { font-size: 22px; }
  h3 { font-size: 16px; }
  .lead { font-size: var(--t2); }
  .icon { width: 40px; height: 40px; border-radius: 9px; font-size: 19px; }
  .follow { padding: var(--s3) var(--s4); }
  .items .thumb { width: 80px; height: 60px; }
}
@media (forced-colors: active) { .button, .icon { border: 1px solid ButtonText; } }
@media print {
  .bar, .button, .ways, search { display: none; }
  body { background: none; color: #000; }
  .items > li, .follow { break-inside: avoid; }
}
`;
