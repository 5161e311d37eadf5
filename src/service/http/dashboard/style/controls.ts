/** Fields and buttons. */
export const CONTROLS = `
form.inline { display: inline-block; }
.fields > * + * { margin-top: var(--s4); }
.field label, .legend { display: block; font-weight: 550; }
.field .hint { margin-bottom: var(--s1); }
.field .error { margin-top: var(--s1); color: var(--bad); font-size: 14px; }
input:not([type=checkbox]):not([type=radio]), textarea, select { width: 100%; margin-top: 2px; padding: 8px 10px; font: inherit; color: var(--text); background: var(--surface); border: 1px solid var(--line-strong); border-radius: 6px; min-height: 40px; }
::placeholder { color: var(--muted); opacity: 1; }
textarea { resize: vertical; display: block; }
input:focus-visible, textarea:focus-visible, select:focus-visible { outline-offset: 0; }
input[aria-invalid], textarea[aria-invalid] { border-color: var(--bad); }
input[type=checkbox], input[type=radio] { width: 18px; height: 18px; margin: 0 var(--s2) 0 0; accent-color: var(--accent); vertical-align: -3px; }
input::file-selector-button { margin-right: var(--s3); padding: 2px 10px; font: inherit; font-size: 14px; font-weight: 550; color: var(--text); background: var(--sunk); border: 1px solid var(--line-strong); border-radius: 6px; cursor: pointer; }
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
.search input[type] { flex: 1; margin: 0; min-width: 0; }
.confirm summary { list-style: none; }
.confirm summary::-webkit-details-marker { display: none; }
.confirm-body { margin-top: var(--s2); padding: var(--s3); background: var(--bad-tint); border-radius: var(--radius); max-width: 420px; text-align: left; white-space: normal; }
.table .confirm-body { margin-left: auto; }
.confirm-body > * + * { margin-top: var(--s2); }
`;
