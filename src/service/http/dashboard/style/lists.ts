/** Filters of lists, actions on selected rows, plans and progress. */
export const LISTS = `
[hidden] { display: none !important; }
.filters > * + * { margin-top: var(--s2); }
.filter-fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 170px), 1fr)); gap: var(--s3); margin-top: var(--s2); align-items: end; }
.selection { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2) var(--s3); }
.selection .choice { padding: 0; }
.selection .more[open], .selection > .actions:has(.more[open]) { flex-basis: 100%; }
.more > summary { list-style: none; }
.more > summary::-webkit-details-marker { display: none; }
.selection-more { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 260px), 1fr)); gap: var(--s4); margin-top: var(--s2); padding: var(--s4); background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); }
.selection-more .field > * + * { margin-top: var(--s2); }
.pick { display: flex; align-items: flex-start; min-width: 0; }
.pick > input[type=checkbox] { flex: none; margin-top: 7px; }
ul.plain { list-style: none; margin: 0; padding: 0; }
ul.plain > li { padding: var(--s2) 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
ul.plain > li:first-child { border-top: 0; }
progress { display: block; width: 100%; height: 12px; accent-color: var(--accent); }
.nowrap { white-space: nowrap; }
.compare { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr)); gap: var(--s4); align-items: start; }
.compare > * { min-width: 0; }
.frame { display: block; width: 100%; height: 70vh; min-height: 320px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); }
audio, video { display: block; width: 100%; max-width: 640px; }
.rate { font-variant-numeric: tabular-nums; white-space: nowrap; }
`;
