/** Tables, which become cards on narrow screens. */
export const TABLES = `
.table-card { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; }
.table { width: 100%; border-collapse: collapse; }
.table th { text-align: left; font-weight: 500; font-size: 13px; color: var(--muted); padding: var(--s2) var(--s4); border-bottom: 1px solid var(--line); white-space: nowrap; }
.table td { padding: var(--s3) var(--s4); border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
.table tbody tr:first-child td { border-top: 0; }
.table td.first:where(:has(.who)) { width: 36%; }
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
