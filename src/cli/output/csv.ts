import { withoutCommands } from '../kit/plain.js';

/** A line of RFC 4180, with its CRLF. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quote).join(',')}\r\n`;
}

// A cell that a spreadsheet would run as a formula: titles come from strangers
// (https://owasp.org/www-community/attacks/CSV_Injection).
const FORMULA = /^[=+\-@\t\r]/;

function quote(text: string): string {
  const printable = withoutCommands(text);
  const safe = FORMULA.test(printable) ? `'${printable}` : printable;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
