// Characters that make a spreadsheet run a cell as a formula, half and full width; titles are
// untrusted (https://owasp.org/www-community/attacks/CSV_Injection). Leading quote marks count
// too, so that a text that starts with a quote survives the round trip.
const FORMULA = /^'*\s*[=+\-@＝＋－＠]|^'*[\t\r]/;

/** A line of CSV (RFC 4180) with CRLF, escaped against spreadsheet formulas. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quotedCell(escapeFormula(cell))).join(',')}\r\n`;
}

/** Reverts the escaping of `csvLine`. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Quotes cells with spaces at their ends: some readers trim unquoted cells. */
function quotedCell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
