/** Maximum length of a text, in characters: whole books have been published as one item. */
export const MAX_CLEAN_TEXT = 262_144;

/** The note at the end of a text that was cut, for its readers. */
export const CUT_PARAGRAPH = `<p>[… The text is longer than ${MAX_CLEAN_TEXT} characters and was cut here.]</p>`;

/** True if a cleaned text was cut. */
export function isCutText(html: string): boolean {
  return html.endsWith(CUT_PARAGRAPH);
}

const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;
const LONE_SURROGATES = /\p{Surrogate}/gu;
/**
 * A fast test, because most texts have none: without the `u` flag the search takes a quarter of the
 * time.
 */
const ANY_SURROGATE = /[\ud800-\udfff]/;
const INVISIBLE = /[\u200b\u2060\ufeff\u00ad]/g;

/** Removes control characters and unpaired surrogates. */
export function legalText(text: string): string {
  const legal = text.replace(CONTROLS, '');
  return ANY_SURROGATE.test(legal) ? legal.replace(LONE_SURROGATES, '\ufffd') : legal;
}

/** One line of text: white space of any kind becomes single spaces. */
export function oneLine(text: string, maxLength: number): string {
  const line = legalText(text).replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
  return cutCharacters(line, maxLength);
}

/** The first words of a text, for an entry without a title. */
export function firstWords(text: string, maxLength = 100): string {
  const line = oneLine(text, 10_000);
  if (line.length <= maxLength) return line;
  const part = line.slice(0, maxLength);
  const space = part.lastIndexOf(' ');
  return `${cutCharacters(space > maxLength / 2 ? part.slice(0, space) : part, maxLength)}…`;
}

/** At most `maxLength` characters, up to the last space if one is near. */
export function cutAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = cutCharacters(text, maxLength);
  return start.replace(/\s\S{0,100}$/, '');
}

/** At most `maxLength` characters, without splitting a surrogate pair. */
function cutCharacters(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = text.slice(0, maxLength);
  return /[\ud800-\udbff]$/.test(end) ? end.slice(0, -1) : end;
}
