/**
 * What XML 1.0 cannot carry, not even as a reference: C0 controls, lone surrogates, U+FFFE, U+FFFF.
 * Such characters do come in feeds and pages, and one of them makes a reader refuse the whole feed.
 * C1 controls are mistakes of encoding, and the W3C feed validator refuses them.
 */
const ILLEGAL = /[^\t\n\r\u0020-\u007E\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/**
 * The text without what no published document may contain, line ends as XML parsers read them. The
 * mark of a character that could not be decoded is one the validator refuses: it becomes "?".
 */
export function legalText(text: string): string {
  return text.replace(ILLEGAL, '').replaceAll('\uFFFD', '?').replace(/\r\n?/g, '\n');
}

/** Text for a title or a name: legal, on one line, no space around it. */
export function oneLine(text: string): string {
  return legalText(text)
    .replace(/[\t\n ]+/g, ' ')
    .trim();
}

/** The beginning of a text, cut between words where there are any. */
export function excerpt(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  // One more, to see whether the cut falls between words; a split surrogate pair goes as a whole.
  const start = legalText(text.slice(0, maxCharacters + 1));
  const lastSpace = start.search(/\s\S*$/);
  const end = lastSpace > maxCharacters / 2 ? lastSpace : maxCharacters;
  return `${legalText(start.slice(0, end)).trimEnd()}…`;
}

/** Plain text written in HTML. */
export function textAsHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
