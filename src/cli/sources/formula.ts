// What makes a spreadsheet run a cell as a formula, in half and full width; titles come from
// strangers (https://owasp.org/www-community/attacks/CSV_Injection). Quote marks in front count
// too, so that a text that begins with one of its own comes back as it was.
const FORMULA = /^'*\s*[=+\-@＝＋－＠]|^'*[\t\r]/;

/** A cell that no spreadsheet runs. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The text that `escapeFormula` made a cell of. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
