import { MASK } from './mask-times.js';
import { YEAR } from './reading.js';

/** Words between a day and a month, or between a month and a year. */
const LINK_WORDS = new Set(
  'de del di d of af του في ال г год года году р року ж թ gada წლის წ jaar m n metų'.split(' '),
);
const ORDINALS = new Set('st nd rd th er re º ° ª го a e শে ই লা রা ঠা'.split(' '));
const ENGLISH_ORDINALS = new Set(['st', 'nd', 'rd', 'th']);
/** Maximum distance between two words of one date, in characters. */
const MAX_DISTANCE = 3;

/** A number or a word of a text. */
export interface Token {
  text: string;
  start: number;
  end: number;
  /** An English ordinal such as "13th". */
  ordinal: boolean;
  /** True for part of "09.15" or the like; such a number is not a two-digit year. */
  dotted: boolean;
  /** Number of characters of a time of day between this token and the previous one. */
  masked: number;
}

/** Numbers and words with their positions, without link words and ordinal suffixes. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let reach = 0;
  for (const match of text.matchAll(/\d+|[^\s\d\ue000.,،、/|:;()[\]{}<>"'’`!?·•@#*_+=~-]+/g)) {
    const start = match.index;
    const end = start + match[0].length;
    const linked = LINK_WORDS.has(match[0]) || (ORDINALS.has(match[0]) && start === reach);
    const last = tokens[tokens.length - 1];
    // A link word belongs to the word before it, so that the next word still counts as near.
    if (linked && last !== undefined && start - last.end <= MAX_DISTANCE) {
      last.ordinal ||= ENGLISH_ORDINALS.has(match[0]) && start === reach;
      last.end = end;
    } else {
      const dotted = /^\.\d\d(?!\d)/.test(text.slice(end, end + 4));
      const masked = text.slice(reach, start).split(MASK).length - 1;
      tokens.push({ text: match[0], start, end, ordinal: false, dotted, masked });
    }
    reach = end;
  }
  return tokens;
}

/** Consecutive tokens as one text, with spaces between the words. */
export function wordsFrom(tokens: readonly Token[], at: number, width: number): string {
  return tokens
    .slice(at, at + width)
    .map(({ text }) => text)
    .join(' ');
}

/** The token before a position, if it is near enough to belong to the same date. */
export function previous(tokens: readonly Token[], at: number): Token | null {
  const [before, token] = [tokens[at - 1], tokens[at]];
  return before !== undefined && token !== undefined && token.start - before.end <= MAX_DISTANCE
    ? before
    : null;
}

/** The token after a position, if it is near enough. */
export function following(tokens: readonly Token[], at: number): Token | null {
  const [token, after] = [tokens[at], tokens[at + 1]];
  if (token === undefined || after === undefined) return null;
  // A year of four digits may follow the time: "Jan 2 15:04:05 2026".
  const masked = YEAR.test(after.text) ? after.masked : 0;
  return after.start - token.end - masked <= MAX_DISTANCE ? after : null;
}
