import type { Child } from 'hono/jsx';
import { isUnspaced, textWords } from '../../items/words.js';
import { parseQuery } from '../../search/parse-query.js';

/** Decides whether a word of a text, as it is written there, matches the search. */
export type Finder = (word: string) => boolean;

/** @throws ServiceError INVALID_FIELD if the query cannot match anything */
export function finderOf(search: string): Finder {
  const terms = parseQuery(search).all;
  const words = new Set(terms.flatMap((term) => term.words));
  const prefixes = terms.flatMap((term) => (term.isPrefix ? (term.words.at(-1) ?? []) : []));
  return (word) =>
    textWords(word).some(
      (one) => words.has(one) || prefixes.some((prefix) => one.startsWith(prefix)),
    );
}

/** Matches words; in scripts without spaces, each character is a word. */
const PIECES =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]|[\p{L}\p{N}\p{M}]+/gu;

/** The text, with the words that match the search marked. */
export function Marked({ text, finder }: { text: string; finder?: Finder | undefined }) {
  if (finder === undefined) return <>{text}</>;
  const parts: Child[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(PIECES)) {
    if (!finder(word)) continue;
    const isJoined = index === end && isUnspaced(word);
    parts.push(isJoined ? '' : text.slice(end, index), <mark>{word}</mark>);
    end = index + word.length;
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}

/**
 * Maximum number of characters of a text that are searched for the first match: 50 texts without a
 * match take about 50 ms of a core on the event loop.
 */
const MAX_SEARCHED = 1000;

/** Number of characters before the first match in an excerpt. */
const BEFORE = 60;

/** Returns a part of the text with the first match, of at most `length` characters. */
export function excerptOf(text: string, length: number, finder?: Finder): string {
  const first = finder === undefined ? 0 : firstMatch(text.slice(0, MAX_SEARCHED), finder);
  if (first < length / 2) return text.slice(0, length);
  const start = text.indexOf(' ', first - BEFORE) + 1;
  const from = start > 0 && start <= first ? start : first;
  return `… ${text.slice(from, from + length)}`;
}

/** The position of the first word that matches the search; 0 if there is none. */
function firstMatch(text: string, finder: Finder): number {
  for (const { 0: word, index } of text.matchAll(PIECES)) if (finder(word)) return index;
  return 0;
}
