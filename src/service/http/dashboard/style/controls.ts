/** Fields, buttons, the line of choices above a list, and what is done with ticked rows. */
export const CONTROLS = `
form.inline { display: inline-block; }
.fields > * + * { margin-top: var(--s4); }
.field label, .legend { display: block; font-weight: var(--strong); }
.field .hint { margin-bottom: var(--s1); }
.field .error { margin-top: var(--s1); color: var(--bad); }
input:not([type=checkbox]):not([type=radio]), textarea, select { width: 100%; margin-top: 2px; padding: 6px 10px; font: inherit; color: var(--text); background: var(--surface); border: 1px solid var(--line-strong); border-radius: 6px; min-height: 36px; }
::placeholder { color: var(--muted); opacity: 1; }
textarea { resize: vertical; display: block; }
input:focus-visible, textarea:focus-visible, select:focus-visible { outline-offset: 0; }
input[aria-invalid], textarea[aria-invalid] { border-color: var(--bad); }
input[type=checkbox], input[type=radio] { width: 16px; height: 16px; margin: 0; margin-inline-end: var(--s2); accent-color: var(--accent); vertical-align: -3px; }
input::file-selector-button { margin-inline-end: var(--s3); padding: 2px 10px; font: inherit; font-size: var(--t1); color: var(--text); background: var(--sunk); border: 1px solid var(--line-strong); border-radius: 6px; cursor: pointer; }
fieldset { border: 0; margin: 0; padding: 0; }
.choice { display: block; padding: 3px 0; }
.button { display: inline-flex; align-items: center; justify-content: center; gap: var(--s2); min-height: 36px; padding: 0 var(--s4); font: inherit; font-weight: var(--strong); border-radius: 6px; border: 1px solid transparent; cursor: pointer; text-decoration: none; white-space: nowrap; }
.button.small { min-height: 28px; padding: 0 10px; font-size: var(--t1); font-weight: 400; }
.button.primary { background: var(--accent); color: var(--on-accent); }
.button.primary:hover { background: var(--accent-strong); color: var(--on-accent); }
.button.quiet { background: var(--surface); color: var(--text); border-color: var(--line-strong); }
.button.quiet:hover { background: var(--sunk); }
.button.danger { background: var(--bad); color: var(--surface); }
.button.danger:hover { filter: brightness(0.92); }
.link { border: 0; background: none; padding: var(--s2) 0; font: inherit; color: var(--muted); cursor: pointer; }
.link:hover { color: var(--text); text-decoration: underline; }
.choices form { display: flex; flex-wrap: wrap; gap: var(--s2); align-items: center; }
.choices input[type=search] { flex: 1 1 200px; width: auto; margin: 0; min-width: 0; }
.choices select, .choices input:not([type=search]):not([type=checkbox]) { width: auto; max-width: 200px; margin: 0; }
.choices details { flex-basis: 100%; order: 9; }
.choices details > summary { color: var(--muted); font-size: var(--t1); }
.filter-fields { display: flex; flex-wrap: wrap; gap: var(--s3); margin-top: var(--s2); align-items: end; }
.filter-fields .field label { font-size: var(--t1); font-weight: 400; color: var(--muted); }
.confirm summary, .more > summary { list-style: none; }
.confirm summary::-webkit-details-marker, .more > summary::-webkit-details-marker { display: none; }
.confirm-body { margin-top: var(--s2); padding: var(--s3); background: var(--bad-tint); border-radius: var(--radius); max-width: 420px; text-align: start; white-space: normal; }
.table .confirm-body { margin-inline-start: auto; }
.confirm-body > * + * { margin-top: var(--s2); }
.selection { display: none; }
form:has(tbody :checked) .selection, .selection:focus-within { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2) var(--s3); position: sticky; bottom: 0; z-index: 2; padding: var(--s2) var(--s4); background: var(--surface); border: 1px solid var(--line-strong); border-radius: var(--radius); }
.selection .choice { padding: 0; }
.selection .more[open], .selection > .actions:has(.more[open]) { flex-basis: 100%; }
.selection-more { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 260px), 1fr)); gap: var(--s4); margin-top: var(--s2); }
.selection-more .field > * + * { margin-top: var(--s2); }
.sticky { position: sticky; bottom: 0; z-index: 2; padding: var(--s3) 0; background: var(--ground); border-top: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: var(--s2) var(--s3); align-items: center; }
`;
