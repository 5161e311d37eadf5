/**
 * White space, control characters, and characters without a glyph: zero-width spaces and joiners,
 * direction marks, fillers such as U+3164, and the empty Braille cell.
 */
const UNSEEN = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** True if a reader sees nothing of the text, as if a title were missing. */
export function isBlank(text: string): boolean {
  return UNSEEN.test(text);
}

/**
 * The text with each run of white space as a single space. Single spaces, the usual case, are not
 * replaced: this halves the time.
 */
export function withSingleSpaces(text: string): string {
  return text.replace(/[^\S ]\s*| \s+/g, ' ');
}

/** True if a text contains a piece more than `limit` times; stops reading there. */
export function occursMoreThan(text: string, piece: string, limit: number): boolean {
  let at = -1;
  for (let count = 0; count <= limit; count += 1) {
    at = text.indexOf(piece, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/**
 * The first lines and the number of the others. @param where all of them are: ends the last line
 */
export function firstLines(lines: readonly string[], max: number, where = ''): string[] {
  const more = lines.length - max;
  return more > 0 ? [...lines.slice(0, max), `… and ${more} more${where}.`] : [...lines];
}

/** `1 feed`, `2 feeds`. @param many the plural, if it is not the singular with an s */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Escapes a text for HTML content and for attribute values in double quotes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The text that `escapeHtml` has escaped. */
export function unescapeHtml(html: string): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
}
