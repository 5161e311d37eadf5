import { createHash } from 'node:crypto';
import type { PageApp } from '../frame/requests.js';

/** Colours, with a contrast of at least 4.5:1 in both schemes, and sizes. */
const TOKENS = `
:root {
  color-scheme: light dark;
  --ground: #f7f7f5; --surface: #ffffff; --sunk: #f0f0ed; --line: #dcdcd6; --line-strong: #84847a;
  --text: #1c1d1a; --muted: #5d5f57;
  --accent: #0b6b57; --accent-strong: #085445; --on-accent: #ffffff; --accent-tint: #e3f1ed;
  --good: #1b6838; --good-tint: #e4f3e8;
  --warn: #7c4a03; --warn-tint: #fbf0db;
  --bad: #a3241d; --bad-tint: #fbe9e7;
  --radius: 8px;
  --s1: 4px; --s2: 8px; --s3: 12px; --s4: 16px; --s5: 24px; --s6: 40px;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #151614; --surface: #1d1e1c; --sunk: #262825; --line: #353732; --line-strong: #7f8279;
    --text: #ebece7; --muted: #a9aca1;
    --accent: #5cc9ae; --accent-strong: #7fdbc4; --on-accent: #06281f; --accent-tint: #16332c;
    --good: #7fcf97; --good-tint: #17301f;
    --warn: #e6b561; --warn-tint: #34280f;
    --bad: #f19a92; --bad-tint: #3a1b18;
  }
}
`;

/** Page layout: text, header, navigation, main column. */
const FRAME = `
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

/** Components: cards, badges, notices, tabs, facts. */
const PARTS = `
.heading { display: flex; flex-wrap: wrap; align-items: flex-start; justify-content: space-between; gap: var(--s3) var(--s4); }
.heading > div:first-child { min-width: 0; flex: 1 1 320px; }
.heading .sub { color: var(--muted); margin-top: var(--s1); overflow-wrap: anywhere; }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2); }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); padding: var(--s5); }
.card > * + * { margin-top: var(--s4); }
.card > h2 + p, .card > h2 + .hint { margin-top: var(--s1); }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); gap: var(--s4); align-items: start; }
.spaced { margin-top: var(--s3); }
summary { cursor: pointer; }
h3 { font-size: 15px; display: flex; flex-wrap: wrap; gap: var(--s2); align-items: baseline; }
.hint, .muted { color: var(--muted); }
.hint { font-size: 14px; }
.badge { display: inline-block; padding: 1px 9px; border-radius: 99px; font-size: 13px; font-weight: 550; white-space: nowrap; background: var(--sunk); color: var(--muted); }
.badge.good { background: var(--good-tint); color: var(--good); }
.badge.warn { background: var(--warn-tint); color: var(--warn); }
.badge.bad { background: var(--bad-tint); color: var(--bad); }
.notice { padding: var(--s3) var(--s4); border-radius: var(--radius); border-left: 3px solid; overflow-wrap: anywhere; }
.notice > * + * { margin-top: var(--s2); }
.notice.good { background: var(--good-tint); color: var(--good); }
.notice.warn { background: var(--warn-tint); color: var(--warn); }
.notice.bad { background: var(--bad-tint); color: var(--bad); }
.empty { text-align: center; padding: var(--s6) var(--s4); border: 1px dashed var(--line-strong); border-radius: var(--radius); color: var(--muted); }
.empty h2 { color: var(--text); }
.empty p { margin: var(--s2) auto 0; max-width: 480px; }
.empty code { color: var(--text); }
.monogram { display: inline-grid; place-items: center; width: 32px; height: 32px; border-radius: 7px; font-weight: 600; font-size: 14px; flex: none; }
.hue-0 { background: #dcebe7; color: #12493d; } .hue-1 { background: #e2e6f4; color: #2b3a72; } .hue-2 { background: #f5e3dc; color: #752f15; }
.hue-3 { background: #efe1f0; color: #61296a; } .hue-4 { background: #f3e9cd; color: #5f4608; } .hue-5 { background: #dfe9ee; color: #1f4a5e; }
@media (prefers-color-scheme: dark) {
  .hue-0 { background: #1d3a33; color: #b9e2d6; } .hue-1 { background: #262d4d; color: #c6cff2; } .hue-2 { background: #45271b; color: #f3cdbd; }
  .hue-3 { background: #3b2440; color: #e8c6ee; } .hue-4 { background: #3d3214; color: #eed99b; } .hue-5 { background: #1c333f; color: #bcdbe9; }
}
.sparkline { display: block; fill: var(--accent); flex: none; }
.sparkline .none { fill: var(--line-strong); opacity: 0.5; }
.rhythm { display: inline-flex; align-items: center; gap: var(--s2); white-space: nowrap; }
dl.card > * + * { margin-top: 0; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(128px, 1fr)); gap: var(--s4); margin-bottom: 0; }
.card > .facts { margin-top: 0; }
.facts dt { color: var(--muted); font-size: 13px; }
.facts dd { margin: 2px 0 0; font-weight: 500; overflow-wrap: anywhere; }
.tabs { border-bottom: 1px solid var(--line); }
.tabs ul { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s4); list-style: none; margin: 0; padding: 0; }
.tabs a { display: block; padding: var(--s2) 0; color: var(--muted); text-decoration: none; border-bottom: 2px solid transparent; margin-bottom: -1px; }
.tabs a:hover { color: var(--text); }
.tabs a[aria-current] { color: var(--text); border-bottom-color: var(--accent); font-weight: 550; }
.count { color: var(--muted); font-weight: 400; font-variant-numeric: tabular-nums; }
.copyable { background: var(--sunk); color: var(--text); border-radius: var(--radius); padding: var(--s2) var(--s3); }
.copyable-label { display: block; color: var(--muted); font-size: 13px; }
.notice .copyable { background: var(--surface); }
.copyable code { user-select: all; }
.copyable + .copyable { margin-top: var(--s2); }
.items { list-style: none; margin: 0; padding: 0; }
.card > .items { margin-top: var(--s3); }
.items li { padding: var(--s3) 0; border-top: 1px solid var(--line); }
.items li:first-child { border-top: 0; padding-top: 0; }
.items .title { font-weight: 550; overflow-wrap: anywhere; }
.items .title a { color: var(--text); text-decoration: none; }
.items .title a:hover { text-decoration: underline; }
.items .title a:visited { color: var(--muted); }
.items .meta { color: var(--muted); font-size: 13px; }
.items .text { margin-top: 2px; color: var(--muted); display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; }
.files, .tags { list-style: none; margin: var(--s2) 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: var(--s2); font-size: 13px; }
.files { flex-direction: column; }
.items .files li, .items .tags li { border-top: 0; padding-top: 0; padding-bottom: 0; overflow-wrap: anywhere; }
.items .tags .badge { padding: 0 var(--s2); white-space: normal; }
.pager { display: flex; justify-content: space-between; align-items: center; color: var(--muted); }
.pager a { padding: var(--s2) 0; }
.excerpt { padding: var(--s3); background: var(--sunk); border-radius: var(--radius); max-height: 360px; overflow: auto; min-width: 0; }
.excerpt pre { margin: 0; font: 13px/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 720px) { .card { padding: var(--s4); } }
`;

/** Fields and buttons. */
const FORMS = `
form { margin: 0; }
form.inline { display: inline-block; }
.fields > * + * { margin-top: var(--s4); }
.field label, .legend { display: block; font-weight: 550; }
.field .hint { margin-bottom: var(--s1); }
.field .error { margin-top: var(--s1); color: var(--bad); font-size: 14px; }
input:not([type=checkbox]):not([type=radio]), textarea, select { width: 100%; margin-top: 2px; padding: 8px 10px; font: inherit; color: var(--text); background: var(--surface); border: 1px solid var(--line-strong); border-radius: 6px; min-height: 40px; }
textarea { resize: vertical; display: block; }
input:focus-visible, textarea:focus-visible, select:focus-visible { outline-offset: 0; }
input[aria-invalid], textarea[aria-invalid] { border-color: var(--bad); }
input[type=checkbox], input[type=radio] { width: 18px; height: 18px; margin: 0 var(--s2) 0 0; accent-color: var(--accent); vertical-align: -3px; }
fieldset { border: 0; margin: 0; padding: 0; }
.choice { display: block; padding: 3px 0; }
.button { display: inline-flex; align-items: center; justify-content: center; min-height: 40px; padding: 0 var(--s4); font: inherit; font-weight: 550; border-radius: 6px; border: 1px solid transparent; cursor: pointer; text-decoration: none; white-space: nowrap; }
.button.small { min-height: 32px; padding: 0 var(--s3); font-size: 14px; }
.button.primary { background: var(--accent); color: var(--on-accent); }
.button.primary:hover { background: var(--accent-strong); color: var(--on-accent); }
.button.quiet { background: var(--surface); color: var(--text); border-color: var(--line-strong); }
.button.quiet:hover { background: var(--sunk); }
.button.danger { background: var(--bad); color: var(--surface); }
.button.danger:hover { filter: brightness(0.92); }
.link { border: 0; background: none; padding: var(--s2) 0; font: inherit; color: var(--muted); cursor: pointer; }
.link:hover { color: var(--text); text-decoration: underline; }
.search { display: flex; gap: var(--s2); max-width: 460px; }
.search input { flex: 1; margin: 0; min-width: 0; }
.confirm summary { list-style: none; }
.confirm summary::-webkit-details-marker { display: none; }
.confirm-body { margin-top: var(--s2); padding: var(--s3); background: var(--bad-tint); border-radius: var(--radius); max-width: 420px; text-align: left; white-space: normal; }
.table .confirm-body { margin-left: auto; }
.confirm-body > * + * { margin-top: var(--s2); }
`;

/** Tables, which become cards on narrow screens. */
const TABLES = `
.table-card { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; }
.table { width: 100%; border-collapse: collapse; }
.table th { text-align: left; font-weight: 500; font-size: 13px; color: var(--muted); padding: var(--s2) var(--s4); border-bottom: 1px solid var(--line); white-space: nowrap; }
.table td { padding: var(--s3) var(--s4); border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
.table tbody tr:first-child td { border-top: 0; }
.table td.first { width: 36%; }
.table td[data-label=""] { text-align: right; }
.card .table-card { margin-top: var(--s3); }
.table time { white-space: nowrap; }
.who { display: flex; gap: var(--s3); align-items: flex-start; min-width: 0; }
.who > div { min-width: 0; }
.who a { font-weight: 550; color: var(--text); text-decoration: none; overflow-wrap: anywhere; }
.who a:hover { text-decoration: underline; }
.who .meta, .meta { color: var(--muted); font-size: 13px; overflow-wrap: anywhere; }
.why { display: block; margin-top: 3px; color: var(--muted); font-size: 13px; max-width: 340px; }
@media (max-width: 720px) {
  .table, .table tbody, .table tr, .table td { display: block; width: auto; }
  .table thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .table tr { padding: var(--s3) var(--s4); border-top: 1px solid var(--line); }
  .table tbody tr:first-child { border-top: 0; }
  .table td, .table td.first { display: flex; gap: var(--s3); padding: 3px 0; border: 0; width: auto; }
  .table td:empty { display: none; }
  .table td::before { content: attr(data-label); flex: 0 0 96px; color: var(--muted); font-size: 13px; padding-top: 1px; }
  .table td.first::before, .table td[data-label=""]::before { content: none; }
  .table td.first { padding-bottom: var(--s2); }
  .table td > * { min-width: 0; }
  .table td[data-label=""] { text-align: left; padding-top: var(--s2); }
}
`;

const STYLE = [TOKENS, FRAME, PARTS, FORMS, TABLES].join('');

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect width="20" height="20" rx="4.5" fill="#0b6b57"/><circle cx="6" cy="14" r="1.9" fill="#fff"/><path d="M4.2 9.4a6.4 6.4 0 0 1 6.4 6.4M4.2 4.9A10.9 10.9 0 0 1 15.1 15.8" fill="none" stroke="#fff" stroke-width="1.9" stroke-linecap="round"/></svg>';

/** Below the dashboard; the hash changes with the content, so browsers may cache it permanently. */
export const STYLE_PATH = `assets/style.${shortHash(STYLE)}.css`;
export const ICON_PATH = `assets/icon.${shortHash(ICON)}.svg`;

/** The two files of all pages. */
export function mountAssets(app: PageApp): void {
  const files = [
    [STYLE_PATH, STYLE, 'text/css; charset=utf-8'],
    [ICON_PATH, ICON, 'image/svg+xml'],
  ] as const;
  for (const [path, content, type] of files) {
    app.get(`/dashboard/${path}`, (context) =>
      context.body(content, 200, {
        'Content-Type': type,
        'Cache-Control': 'public, max-age=31536000, immutable',
      }),
    );
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
