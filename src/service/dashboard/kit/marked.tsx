import type { Child } from 'hono/jsx';
import { isUnspaced, textWords } from '../../items/words.js';
import { parseQuery } from '../../search/parse-query.js';

/** Decides of a word of a text, as it stands there, whether it was searched for. */
export type Finder = (word: string) => boolean;

/** @throws ServiceError INVALID_FIELD for a query that cannot match */
export function finderOf(search: string): Finder {
  const terms = parseQuery(search).all;
  const words = new Set(terms.flatMap((term) => term.words));
  const prefixes = terms.flatMap((term) => (term.isPrefix ? (term.words.at(-1) ?? []) : []));
  return (word) =>
    textWords(word).some(
      (one) => words.has(one) || prefixes.some((prefix) => one.startsWith(prefix)),
    );
}

/** Words and what is between them; a letter of a script without spaces is a word. */
const PIECES =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]|[\p{L}\p{N}\p{M}]+/gu;

/** The text with the words that were searched for marked. */
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
 * Characters of a text that are looked through for its first match: 50 texts without one take about
 * 50 ms of a core on the event loop.
 */
const MAX_SEARCHED = 1000;

/** Characters before the first match. */
const BEFORE = 60;

/** A part of the text of at most this many characters, where the first match is. */
export function excerptOf(text: string, length: number, finder?: Finder): string {
  const first = finder === undefined ? 0 : firstMatch(text.slice(0, MAX_SEARCHED), finder);
  if (first < length / 2) return text.slice(0, length);
  const start = text.indexOf(' ', first - BEFORE) + 1;
  const from = start > 0 && start <= first ? start : first;
  return `… ${text.slice(from, from + length)}`;
}

/** The place of the first word that was searched for; 0 without one. */
function firstMatch(text: string, finder: Finder): number {
  for (const { 0: word, index } of text.matchAll(PIECES)) if (finder(word)) return index;
  return 0;
}
