/**
 * What XML 1.0 cannot carry, not even as a reference: C0 controls, lone surrogates, U+FFFE, U+FFFF.
 * Such characters do come in feeds and pages, and one of them makes a reader refuse the whole feed.
 */
const ILLEGAL = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** The text without what no XML document may contain, line ends as XML parsers read them. */
export function legalText(text: string): string {
  return text.replace(ILLEGAL, '').replace(/\r\n?/g, '\n');
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
