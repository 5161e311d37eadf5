/** What pages are made of: cards, lists and tables, items and articles, charts. */
export const PARTS = `
.card { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); padding: var(--s4) var(--s5); }
.card > * + * { margin-top: var(--s3); }
.card > h2 + p, .card > h2 + .hint, dl.card > * + * { margin-top: var(--s1); }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); gap: var(--s4); align-items: start; }
.columns > .field { margin: 0; }
.first-steps { align-items: stretch; } .first-steps > .card { display: flex; flex-direction: column; } .first-steps .card > p:last-child { margin-top: auto; padding-top: var(--s4); }
.badge { display: inline-block; padding: 1px 9px; border-radius: 99px; font-size: var(--t1); background: var(--sunk); color: var(--muted); overflow-wrap: anywhere; }
.dot { display: inline-block; width: 8px; height: 8px; border-radius: 50%; background: var(--chart-none); vertical-align: 1px; }
.dot.good { background: var(--chart-1); } .dot.warn { background: var(--chart-3); } .dot.bad { background: var(--chart-bad); }
.good:is(.badge, .notice) { background: var(--good-tint); color: var(--good); }
.warn:is(.badge, .notice) { background: var(--warn-tint); color: var(--warn); }
.info:is(.badge, .notice) { background: var(--info-tint); color: var(--info); }
.bad:is(.badge, .notice) { background: var(--bad-tint); color: var(--bad); }
.notice { padding: var(--s3) var(--s4); border-radius: var(--radius); border-inline-start: 3px solid; overflow-wrap: anywhere; }
.notice > * + * { margin-top: var(--s2); }
.notice .why { color: inherit; max-width: none; }
.empty { text-align: center; padding: var(--s6) var(--s4); border: 1px dashed var(--line-strong); border-radius: var(--radius); color: var(--muted); }
.empty h2, .empty code { color: var(--text); }
.empty p { margin: var(--s2) auto 0; max-width: 480px; }
.picture { display: block; width: 16px; height: 16px; border-radius: 3px; object-fit: cover; background: var(--sunk); flex: none; }
.thumbnail { display: block; width: 96px; height: 64px; border-radius: 6px; object-fit: cover; background: var(--sunk); }
.icon { width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; vertical-align: -3px; }
.facts { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s5); font-size: var(--t1); }
.facts > div { display: flex; flex-wrap: wrap; gap: 0 var(--s2); min-width: 0; }
.facts dt { color: var(--muted); }
.facts dd { overflow-wrap: anywhere; min-width: 0; }
.copyable { position: relative; background: var(--sunk); color: var(--text); border-radius: var(--radius); padding: var(--s2) var(--s3); }
.copyable-label { display: block; color: var(--muted); font-size: var(--t1); }
.notice .copyable { background: var(--surface); }
.copyable code { user-select: all; }
.copyable .copy { position: absolute; top: calc(50% - 14px); inset-inline-end: var(--s2); }
.copyable:has(.copy) { padding-inline-end: 84px; min-height: 48px; }
.copyable + .copyable { margin-top: var(--s2); }
.keys > div { display: flex; gap: var(--s3); padding: var(--s1) 0; } .keys dt { flex: 0 0 64px; }
.words dt { font-weight: var(--strong); } .words dd { color: var(--muted); }
kbd { padding: 1px 7px; border: 1px solid var(--line-strong); border-bottom-width: 2px; border-radius: 5px; background: var(--surface); }
.excerpt { padding: var(--s3); background: var(--sunk); border-radius: var(--radius); max-height: 360px; overflow: auto; min-width: 0; }
.excerpt pre { margin: 0; white-space: pre-wrap; }
.watched { white-space: pre-wrap; overflow-wrap: anywhere; }
.page.centred { max-width: 480px; margin: var(--s6) auto 0; }
.confirm summary, .more > summary { list-style: none; }
.confirm summary::-webkit-details-marker, .more > summary::-webkit-details-marker { display: none; }
.confirm-body { margin-top: var(--s2); padding: var(--s3); background: var(--bad-tint); border-radius: var(--radius); max-width: 420px; text-align: start; white-space: normal; }
.table .confirm-body { margin-inline-start: auto; }
.confirm-body > * + * { margin-top: var(--s2); }
.choices form { display: flex; flex-wrap: wrap; gap: var(--s2); align-items: center; }
.choices input, .choices select { width: auto !important; max-width: 200px; margin: 0 !important; }
.choices input[type=search] { flex: 1 1 200px; max-width: none; min-width: 0; }
.choices details { flex-basis: 100%; }
.choices summary { color: var(--muted); font-size: var(--t1); }
.filter-fields { display: flex; flex-wrap: wrap; gap: var(--s3); margin-top: var(--s2); align-items: end; }
.filter-fields label { font-size: var(--t1); font-weight: 400; color: var(--muted); }
.selection { display: none; }
form:has(tbody :checked) .selection, .selection:focus-within, .sticky { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2) var(--s3); position: sticky; bottom: 0; z-index: 2; padding: var(--s2) var(--s4); background: var(--surface); border: 1px solid var(--line-strong); border-radius: var(--radius); }
.selection .more[open], .selection > .actions:has(.more[open]) { flex-basis: 100%; }
.selection-more { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 260px), 1fr)); gap: var(--s4); margin-top: var(--s2); }
.selection-more .fields > * + * { margin-top: var(--s2); }
.again { display: flex; flex-wrap: wrap; gap: var(--s3); align-items: end; }
.again > * { margin: 0; } .again > .field { flex: 1 1 240px; }
form:not(:has(#f-bundle option[value=new]:checked)) .field:has(#f-new_bundle) { display: none; }
.found { display: flex; gap: var(--s3); align-items: baseline; }
.candidates { display: grid; gap: var(--s2); list-style: none; margin-bottom: 0; padding: 0; }
.candidates > .card { padding: var(--s3) var(--s4); }
.candidates > .card > * + * { margin-top: var(--s1); }
.candidates > .chosen { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.candidates ol { margin: 0; padding-inline-start: 20px; font-size: var(--t1); overflow-wrap: anywhere; }
.swatch { display: inline-block; width: 10px; height: 10px; border-radius: 2px; }
.m1 { background: #14866d; } .m2 { background: #4a6fd4; } .m3 { background: #b9770e; } .m4 { background: #8e5bc0; } .m5 { background: #c73a31; } .m6 { background: #5f6b7a; }
.beside { position: sticky; top: var(--s4); max-height: calc(100vh - 100px); overflow: auto; }
.beside > * + * { margin-top: var(--s4); }
.frame { display: block; margin: 0; width: 100%; height: 44vh; min-height: 280px; border: 0; border-top: 1px solid var(--line); }
.dropped .title a { color: var(--muted); }
.progress { max-width: 480px; margin: var(--s6) auto; text-align: center; }
.progress > * + * { margin-top: var(--s3); }
.progress:not(:last-child) { display: none; }
.bar { height: 6px; border-radius: 3px; overflow: hidden; background: var(--sunk); }
.bar::after { content: ""; display: block; height: 100%; width: 40%; border-radius: 3px; background: var(--accent); animation: slide 1.4s ease-in-out infinite alternate; }
@keyframes slide { to { transform: translateX(150%); } }
progress { display: block; width: 100%; height: 12px; accent-color: var(--accent); }
.table-card { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; }
.card .table-card { margin-top: var(--s3); }
.table { width: 100%; border-collapse: collapse; }
.table th { text-align: start; font-weight: 400; font-size: var(--t1); color: var(--muted); padding: 6px var(--s3); border-bottom: 1px solid var(--line); white-space: nowrap; }
.table td { padding: 6px var(--s3); border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
.table th:first-child, .table td.first { padding-inline-start: var(--s4); }
.table tbody tr:first-child td { border-top: 0; }
.table td.first:where(:has(.who)) { width: 36%; }
.table .number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
.table td[data-label=""] { text-align: end; }
.table .actions { flex-wrap: nowrap; justify-content: flex-end; }
.table tr:has(:checked) { background: var(--accent-tint); }
.table time { white-space: nowrap; }
.who, .pick { display: flex; gap: var(--s2); align-items: flex-start; min-width: 0; }
.who > div { min-width: 0; }
.who .picture { margin-top: 3px; }
.who a { color: var(--text); text-decoration: none; overflow-wrap: anywhere; }
.who a:hover { text-decoration: underline; }
.why { display: block; color: var(--muted); max-width: 340px; }
.pick > input { flex: none; margin-top: 4px !important; }
.items { list-style: none; margin: 0; padding: 0; }
.items > li { display: grid; grid-template-columns: 1fr auto; gap: 0 var(--s4); padding: 10px var(--s4); border-top: 1px solid var(--line); }
.items > li > * { grid-column: 1; min-width: 0; }
.items > li:first-child { border-top: 0; }
.items > li > .thumbnail { grid-column: 2; grid-row: 1 / span 6; }
.items .title { overflow-wrap: anywhere; }
.items .title a { color: var(--text); text-decoration: none; font-weight: var(--strong); }
.items .title a:hover { text-decoration: underline; }
.items .title a:visited { color: var(--muted); }
.items .meta a { color: inherit; }
.items .meta .picture { display: inline-block; vertical-align: -3px; }
.items .text { color: var(--muted); display: -webkit-box; -webkit-line-clamp: 1; -webkit-box-orient: vertical; overflow: hidden; }
.items > li:focus-within { background: var(--sunk); }
.card.list { padding: 0; }
.card.list > :not(ul, iframe) { padding: var(--s3) var(--s4); }
.day { font-size: var(--t2); padding-top: var(--s2); }
.files, .tags { list-style: none; margin: var(--s1) 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: var(--s1) var(--s2); font-size: var(--t1); }
.files { flex-direction: column; }
.files li { overflow-wrap: anywhere; }
ul.plain { list-style: none; margin: 0; padding: 0; }
ul.plain > li { padding: var(--s2) 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
ul.plain > li:first-child { border-top: 0; }
.plan { border-top: 1px solid var(--line); padding-top: var(--s2); margin-top: var(--s2) !important; }
.plan ul { padding-inline-start: var(--s4); }
.pager { display: flex; justify-content: space-between; align-items: center; gap: var(--s4); color: var(--muted); }
.pager a { padding: var(--s2) 0; }
.page.article { max-width: 68ch; margin: 0 auto; font-size: var(--t3); }
.article > :is(.files, .tags) { margin-top: var(--s4); }
.article .sub, .article .pager, .article .meta { font-size: var(--t1); }
.prose { line-height: 1.6; overflow-wrap: anywhere; }
.prose > * + *, .prose div > * + * { margin-top: 1em; }
.prose p, .prose ul, .prose ol, .prose blockquote, .prose pre, .prose figure, .prose table { margin-bottom: 0; }
.prose h2, .prose h3, .prose h4, .prose h5, .prose h6 { margin-top: 1.5em; font-size: var(--t3); font-weight: var(--strong); }
.prose img { max-width: 100%; height: auto; border-radius: 6px; background: var(--sunk); }
.prose blockquote { margin-inline: 0; padding-inline-start: var(--s4); border-inline-start: 3px solid var(--line-strong); color: var(--muted); }
.prose pre { overflow: auto; padding: var(--s3); background: var(--sunk); border-radius: var(--radius); }
.prose table { display: block; overflow: auto; border-collapse: collapse; font-size: var(--t2); }
.prose td, .prose th { border: 1px solid var(--line); padding: 4px 8px; text-align: start; }
.prose figcaption { color: var(--muted); font-size: var(--t1); }
.prose ul, .prose ol { padding-inline-start: 1.4em; }
.prose ins { background: var(--good-tint); color: var(--good); text-decoration: none; }
.prose del { background: var(--bad-tint); color: var(--bad); }
audio, video { display: block; width: 100%; max-width: 640px; }
.tally { display: flex; flex-wrap: wrap; gap: 0 var(--s4); list-style: none; margin: 0; padding: 0; font-size: var(--t1); }
.tally a { display: block; padding: var(--s1) 0; color: var(--muted); }
.tally .warn { color: var(--warn); } .tally .bad { color: var(--bad); }
.bars { display: block; width: 100%; height: 110px; }
.bars .slot { fill: transparent; } .bars g:hover .slot { fill: var(--sunk); }
.plot { display: grid; grid-template-columns: auto 1fr; gap: 0 var(--s2); }
.plot .axis { display: flex; flex-direction: column; justify-content: space-between; text-align: end; }
.plot .bars { border-bottom: 1px solid var(--line-strong); border-inline-start: 1px solid var(--line-strong); }
.plot .scale { grid-column: 2; display: flex; justify-content: space-between; gap: var(--s2); }
.axis, .scale { color: var(--muted); font-size: var(--t1); font-variant-numeric: tabular-nums; }
.shares { list-style: none; margin: 0; padding: 0; }
.shares li { display: grid; grid-template-columns: 84px 1fr 48px; gap: var(--s3); align-items: center; padding: 5px 0; }
.shares svg { width: 100%; height: 10px; } .shares .slot-line { fill: var(--line); } .shares .count { text-align: end; }
.c1 { fill: var(--chart-1); } .c2 { fill: var(--chart-2); } .c3 { fill: var(--chart-3); } .c-bad { fill: var(--chart-bad); } .c-none { fill: var(--chart-none); }
.legend-list { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s4); list-style: none; margin: var(--s2) 0 0; padding: 0; color: var(--muted); font-size: var(--t1); }
.legend-list svg { vertical-align: -1px; margin-inline-end: 6px; }
.sparkline { display: block; fill: var(--accent); flex: none; }
.sparkline .none { fill: var(--line-strong); opacity: 0.5; }
.rhythm { display: inline-flex; align-items: center; gap: var(--s2); white-space: nowrap; }
.rate { font-variant-numeric: tabular-nums; white-space: nowrap; }
@media (max-width: 820px) {
  .card { padding: var(--s3) var(--s4); }
  .beside { position: static; max-height: none; }
  .table, .table tbody { display: block; }
  .table thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .table thead:has(input) { position: static; width: auto; height: auto; clip-path: none; display: block; padding: var(--s2) var(--s4); }
  .table thead:has(input) th:not(:has(input)) { display: none; }
  .table thead:has(input) :is(tr, th) { display: block; padding: 0 !important; border: 0; }
  .table tbody tr { display: flex; flex-wrap: wrap; gap: 2px var(--s4); padding: var(--s2) var(--s4); border-top: 1px solid var(--line); font-size: var(--t1); }
  .table tbody tr:first-child { border-top: 0; }
  .table td, .table td.first { display: block; width: auto !important; padding: 0; border: 0; }
  .table td.first { flex: 1 0 100%; font-size: var(--t2); }
  .table td.number { text-align: start; }
  .table td:has(.why), .table td[data-label=""], .table.pairs td { flex: 1 0 100%; text-align: start; }
  .table td:empty { display: none; }
  .table td::before { content: attr(data-label) " "; color: var(--muted); }
  .table td.first::before, .table td[data-label=""]::before, .table td[data-label=State]::before { content: none; }
  .table td > div { display: inline-block; vertical-align: top; }
  .table td.first > :is(.who, .pick) { display: flex; }
  .table .actions { flex-wrap: wrap; justify-content: flex-start; padding-top: var(--s1); }
  .items > li { padding: 10px var(--s3); }
  .rhythm { align-items: baseline; }
  .items .text { -webkit-line-clamp: 2; }
  .thumbnail { width: 72px; height: 48px; }
}
`;
