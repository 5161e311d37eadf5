// What makes a spreadsheet run a cell as a formula, in half and full width; titles come from
// strangers (https://owasp.org/www-community/attacks/CSV_Injection). Quote marks in front count
// too, so that a text that begins with one of its own comes back as it was.
const FORMULA = /^'*\s*[=+\-@＝＋－＠]|^'*[\t\r]/;

/** A line of CSV (RFC 4180) with its CRLF; no cell of it is run by a spreadsheet. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(escapeFormula(cell))).join(',')}\r\n`;
}

/** The text that `csvLine` made a cell of, once the cell is read. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Some readers trim what stands in no quotes. */
function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
