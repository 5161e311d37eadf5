import { STOP_WORDS } from './stop-words.js';

/**
 * Maximum number of words in a query: a search engine requires all words, so more of them only lose
 * reports.
 */
const MAX_QUERY_WORDS = 8;

/** Share of a headline's distinctive words that the title of a report must have. */
const WORD_OVERLAP = 0.5;
/** The same share for pairs of characters, of which a rewording changes more. */
const PAIR_OVERLAP = 0.3;

/**
 * Scripts that are written without spaces and have short words: compared by pairs of characters.
 */
const IDEOGRAPHIC = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Created on first use: it loads tables that commands without a headline do not need. */
let segmenter: Intl.Segmenter | undefined;

/** The search query for reports about a headline: its distinctive words, in order. */
export function headlineQuery(headline: string): string {
  const words = distinctiveWords(headline);
  const chosen = new Set(
    [...words].sort((a, b) => weight(b) - weight(a)).slice(0, MAX_QUERY_WORDS),
  );
  return words.filter((word) => chosen.has(word)).join(' ');
}

/** True if the title of an item has the same subject as the headline. */
export function matchesHeadline(headline: string, title: string): boolean {
  const wanted = features(headline, distinctiveWords(headline));
  if (wanted.size === 0) return true;
  const found = [...features(title, segment(title))];
  const hits = [...wanted].filter((feature) => found.some((other) => isSameWord(feature, other)));
  const ideographic = [...wanted].filter((feature) => IDEOGRAPHIC.test(feature)).length;
  const threshold = ideographic * 2 > wanted.size ? PAIR_OVERLAP : WORD_OVERLAP;
  return hits.length / wanted.size >= threshold;
}

/**
 * Words as written, without stop words, duplicates and single letters; all words if none is left.
 */
export function distinctiveWords(headline: string): string[] {
  const words = segment(headline);
  const distinctive = words.filter((word) => isDistinctive(word.toLowerCase()));
  const kept = distinctive.length > 0 ? distinctive : words;
  const seen = new Set<string>();
  return kept.filter((word) => {
    const key = word.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}

function segment(text: string): string[] {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  return [...segmenter.segment(text.normalize('NFKC'))]
    .filter(({ isWordLike }) => isWordLike === true)
    .flatMap(({ segment: word }) => withoutClitics(word));
}

/** Words without clitics: "Apple's" means Apple, "l'Allemagne" means Allemagne. */
function withoutClitics(word: string): string[] {
  const bare = word.replace(/['’]s$/i, '').replace(/^\p{L}{1,2}['’](?=\p{L}{2})/u, '');
  return bare === '' ? [] : [bare];
}

function isDistinctive(word: string): boolean {
  if (STOP_WORDS.has(word)) return false;
  return word.length > 1 || /\p{Script=Han}/u.test(word);
}

/** The specificity of a word: higher for names and numbers, and for long words. */
function weight(word: string): number {
  const name = /^\p{Lu}/u.test(word) ? 4 : 0;
  const digits = /\d/.test(word) ? 4 : 0;
  return Math.min(word.length, 10) + name + digits;
}

/** The compared features of a text: words, or pairs of characters in scripts without spaces. */
function features(text: string, words: readonly string[]): Set<string> {
  const result = new Set(
    words.filter((word) => !IDEOGRAPHIC.test(word)).map((word) => word.toLowerCase()),
  );
  for (const [run] of text
    .normalize('NFKC')
    .matchAll(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}/gu)) {
    const characters = [...run];
    characters.slice(1).forEach((character, index) => {
      result.add(`${characters[index]}${character}`);
    });
  }
  return result;
}

/**
 * True for equal words, and for a word with an ending of up to three letters: Merger and Mergers.
 */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 4 && long.length - short.length <= 3 && long.startsWith(short);
}
