/** Longest text kept of one node, in UTF-16 units. */
const MAX_TEXT = 20_000;
/** Anything inside a text that collapsing would change. */
const UNEVEN = /\s{2}|[^\S ]|[\u00ad\u200b\u2060\ufeff]/;

/** White space as HTML and typography know it, by UTF-16 unit. */
export function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0;
}

/** One line, white space collapsed, zero-width characters and soft hyphens left out. */
export function collapse(text: string): string {
  const line = text.slice(0, MAX_TEXT).trim();
  if (!UNEVEN.test(line)) return line;
  return line
    .replace(/[\u00ad\u200b\u2060\ufeff]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
