/** Components: cards, badges, notices, tabs, facts. */
export const PARTS = `
.heading { display: flex; flex-wrap: wrap; align-items: flex-start; justify-content: space-between; gap: var(--s3) var(--s4); }
.heading > div:first-child { min-width: 0; flex: 1 1 320px; }
.heading .sub { color: var(--muted); margin-top: var(--s1); overflow-wrap: anywhere; }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2); }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); padding: var(--s5); box-shadow: var(--shadow); }
.card > * + * { margin-top: var(--s4); }
.card > h2 + p, .card > h2 + .hint { margin-top: var(--s1); }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); gap: var(--s4); align-items: start; }
.first-steps { align-items: stretch; } .first-steps > .card { display: flex; flex-direction: column; } .first-steps .card > p:last-child { margin-top: auto; padding-top: var(--s4); }
.spaced { margin-top: var(--s3); }
summary { cursor: pointer; }
h3 { font-size: 15px; display: flex; flex-wrap: wrap; gap: var(--s2); align-items: baseline; }
.hint, .muted { color: var(--muted); }
.hint { font-size: 14px; }
.badge { display: inline-block; padding: 1px 9px; border-radius: 99px; font-size: 13px; font-weight: 550; white-space: nowrap; background: var(--sunk); color: var(--muted); }
.badge.good { background: var(--good-tint); color: var(--good); }
.badge.warn { background: var(--warn-tint); color: var(--warn); }
.badge.info { background: var(--info-tint); color: var(--info); }
.badge.bad { background: var(--bad-tint); color: var(--bad); }
.notice { padding: var(--s3) var(--s4); border-radius: var(--radius); border-left: 3px solid; overflow-wrap: anywhere; }
.notice > * + * { margin-top: var(--s2); }
.notice.good { background: var(--good-tint); color: var(--good); }
.notice.warn { background: var(--warn-tint); color: var(--warn); }
.notice.bad { background: var(--bad-tint); color: var(--bad); }
.notice.info { background: var(--info-tint); color: var(--info); }
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
.picture { display: block; width: 32px; height: 32px; border-radius: 7px; object-fit: cover; background: var(--sunk); flex: none; }
.thumbnail { display: block; width: 96px; height: 64px; border-radius: 6px; object-fit: cover; flex: none; }
.items li > .thumbnail { float: right; margin: 0 0 var(--s2) var(--s3); } .items li { overflow: hidden; }
.who .picture, .who .monogram { margin-top: 1px; }
.found { display: flex; gap: var(--s4); align-items: flex-start; }
.candidates { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 260px), 1fr)); gap: var(--s3); list-style: none; margin: var(--s3) 0 0; padding: 0; }
.candidates > .card { padding: var(--s4); display: flex; flex-direction: column; }
.candidates > .card > * + * { margin-top: var(--s2); }
.candidates > .chosen { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.candidates ol { margin: 0; padding-left: 20px; flex: 1; font-size: 14px; overflow-wrap: anywhere; }
.candidates .button { align-self: flex-start; white-space: normal; }
.dropped .title a { color: var(--muted); }
.progress { max-width: 480px; margin: var(--s6) auto; text-align: center; }
.progress > * + * { margin-top: var(--s3); }
.progress:not(:last-child) { display: none; }
.bar { height: 6px; border-radius: 3px; overflow: hidden; background: var(--sunk); }
.bar::after { content: ""; display: block; height: 100%; width: 40%; border-radius: 3px; background: var(--accent); animation: slide 1.4s ease-in-out infinite alternate; }
@keyframes slide { to { transform: translateX(150%); } }
.sparkline { display: block; fill: var(--accent); flex: none; }
.sparkline .none { fill: var(--line-strong); opacity: 0.5; }
.rhythm { display: inline-flex; align-items: center; gap: var(--s2); white-space: nowrap; }
dl.card > * + * { margin-top: 0; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(128px, 1fr)); gap: var(--s4); margin-bottom: 0; }
.card > .facts:first-child { margin-top: 0; }
.facts dt { color: var(--muted); font-size: 13px; }
.facts dd { margin: 2px 0 0; font-weight: 500; overflow-wrap: anywhere; }
.tabs { border-bottom: 1px solid var(--line); }
.tabs ul { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s4); list-style: none; margin: 0; padding: 0; }
.tabs a { display: block; padding: var(--s2) 0; color: var(--muted); text-decoration: none; border-bottom: 2px solid transparent; margin-bottom: -1px; }
.tabs a:hover { color: var(--text); }
.tabs a[aria-current] { color: var(--text); border-bottom-color: var(--accent); font-weight: 550; }
.count { color: var(--muted); font-weight: 400; font-variant-numeric: tabular-nums; }
.copyable { position: relative; background: var(--sunk); color: var(--text); border-radius: var(--radius); padding: var(--s2) var(--s3); }
.copyable-label { display: block; color: var(--muted); font-size: 13px; }
.notice .copyable { position: relative; background: var(--surface); }
.copyable code { user-select: all; }
.copyable .copy { position: absolute; top: calc(50% - 16px); right: var(--s2); }
.copyable:has(.copy) { padding-right: 84px; min-height: 48px; }
.card > dl > dt { margin-top: var(--s3); }
.keys > div { display: flex; gap: var(--s3); padding: var(--s1) 0; } .keys dt { flex: 0 0 64px; }
kbd { font: 13px/1.4 var(--mono); padding: 1px 7px; border: 1px solid var(--line-strong); border-bottom-width: 2px; border-radius: 5px; background: var(--surface); }
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
