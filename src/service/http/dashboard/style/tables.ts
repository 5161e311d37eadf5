/** Lists and tables; tables become cards on narrow screens. */
export const TABLES = `
.table-card { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; }
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
.card .table-card { margin-top: var(--s3); }
.table time { white-space: nowrap; }
.who { display: flex; gap: var(--s2); align-items: flex-start; min-width: 0; }
.who > div { min-width: 0; }
.who .picture { margin-top: 3px; }
.who a { color: var(--text); text-decoration: none; overflow-wrap: anywhere; }
.who a:hover { text-decoration: underline; }
.why { display: block; color: var(--muted); max-width: 340px; }
.pick { display: flex; align-items: flex-start; min-width: 0; }
.pick > input[type=checkbox] { flex: none; margin-top: 4px; margin-inline-end: var(--s3); }
th input[type=checkbox] { margin-inline-end: var(--s3); }
.lines { list-style: none; margin: 0; padding: 0; }
.lines > li { display: flex; gap: var(--s1) var(--s3); align-items: flex-start; padding: var(--s2) var(--s4); border-top: 1px solid var(--line); }
.lines > li:first-child { border-top: 0; }
.lines .who { flex: 1 1 0; }
.lines .aside { display: flex; gap: var(--s3); align-items: center; color: var(--muted); font-size: var(--t1); text-align: end; }
.items { list-style: none; margin: 0; padding: 0; }
.items > li { display: grid; grid-template-columns: 1fr auto; gap: 0 var(--s4); padding: var(--s3) var(--s4); border-top: 1px solid var(--line); }
.items > li > * { grid-column: 1; min-width: 0; }
.items > li:first-child { border-top: 0; }
.items > li > .thumbnail { grid-column: 2; grid-row: 1 / span 6; }
.items .title { overflow-wrap: anywhere; }
.items .title a { color: var(--text); text-decoration: none; font-weight: var(--strong); }
.items .title a:hover { text-decoration: underline; }
.items .title a:visited { color: var(--muted); }
.items .meta a { color: inherit; }
.items .meta .picture { display: inline-block; vertical-align: -3px; }
.items .text { color: var(--muted); display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; }
.items > li:focus-within { background: var(--sunk); }
.card.list { padding: 0; }
.card.list > :not(ul) { padding: var(--s3) var(--s4); }
.day { font-size: var(--t2); padding-top: var(--s2); }
.files, .tags { list-style: none; margin: var(--s1) 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: var(--s1) var(--s2); font-size: var(--t1); }
.files { flex-direction: column; }
.files li, .tags .badge { overflow-wrap: anywhere; white-space: normal; }
ul.plain { list-style: none; margin: 0; padding: 0; }
ul.plain > li { padding: var(--s2) 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
ul.plain > li:first-child { border-top: 0; }
a.plain { color: inherit; }
.pager { display: flex; justify-content: space-between; align-items: center; gap: var(--s4); color: var(--muted); }
.pager a { padding: var(--s2) 0; }
@media (max-width: 820px) {
  .table, .table tbody, .table tr, .table td { display: block; width: auto; }
  .table thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .table thead:has(input) { position: static; width: auto; height: auto; clip-path: none; display: block; padding: var(--s2) var(--s4) 0; }
  .table thead:has(input) tr { padding: 0; border: 0; }
  .table thead:has(input) th:first-child { display: block; padding: 0; border: 0; }
  .table .actions { flex-wrap: wrap; justify-content: flex-start; }
  .table thead:has(input) th:not(:has(input)) { display: none; }
  .table tr { padding: var(--s3) var(--s4); border-top: 1px solid var(--line); }
  .table tbody tr:first-child { border-top: 0; }
  .table td, .table td.first, .table td.number { display: flex; gap: var(--s3); padding: 2px 0; border: 0; width: auto; text-align: start; }
  .table td:empty { display: none; }
  .table td::before { content: attr(data-label); flex: 0 0 88px; color: var(--muted); font-size: var(--t1); padding-top: 1px; }
  .table td.first::before, .table td[data-label=""]::before { content: none; }
  .table td[data-label=""] { text-align: start; padding-top: var(--s2); }
  .table td > * { min-width: 0; }
  .items > li { padding: var(--s3); }
  .thumbnail { width: 72px; height: 48px; }
}
`;
