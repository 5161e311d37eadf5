/** The words before the cursor, as bash splits them. */
interface BashLine {
  /** Words before the current one, unquoted. */
  words: readonly string[];
  /** The current word so far, unquoted. */
  current: string;
  /** The open quote around the current word, if any. */
  quote: '' | '"' | "'";
  /**
   * Prefix of `current` that bash keeps: it replaces only what comes after the last of
   * COMP_WORDBREAKS, such as `:` and `=`, or after the opening quote.
   */
  kept: number;
}

/** Word separators of bash; other white space, such as in a title, is part of a word. */
const BLANKS = ' \t\n';

/** Splits a command line up to the cursor into words. */
export function readBashLine(line: string, wordBreaks: string): BashLine {
  const words: string[] = [];
  let current = '';
  let quote: BashLine['quote'] = '';
  let kept = 0;
  let isWord = false;
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index] ?? '';
    if (quote === "'" || quote === '"') {
      if (character === quote) quote = '';
      else if (quote === '"' && character === '\\' && /["\\$`]/.test(line[index + 1] ?? '')) {
        index += 1;
        current += line[index] ?? '';
      } else current += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      isWord = true;
      kept = current.length;
    } else if (character === '\\') {
      index += 1;
      current += line[index] ?? '';
      isWord = true;
    } else if (BLANKS.includes(character)) {
      if (isWord) words.push(current);
      current = '';
      kept = 0;
      isWord = false;
    } else {
      current += character;
      isWord = true;
      if (wordBreaks.includes(character)) kept = current.length;
    }
  }
  return { words, current, quote, kept };
}

/** Quotes a text for the line, given the open quote. */
export function quoteForBash(text: string, quote: BashLine['quote']): string {
  if (quote === '"') return text.replace(/["\\$`]/g, '\\$&');
  if (quote === "'") return text.replaceAll("'", `'\\''`);
  return text.replace(/[^\w./:@%+=,~-]/gu, (character) =>
    /[\u0080-\u{10ffff}]/u.test(character) ? character : `\\${character}`,
  );
}
