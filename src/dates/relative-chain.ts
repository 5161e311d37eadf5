import { APPROXIMATE } from './approximate-words.js';
import { RELATIVE_UNITS, type RelativeWords } from './language-words.js';
import type { PastMarker, RelativeUnit } from './lexicon-extras.js';
import { numberOf, type RelativeToken } from './relative-tokens.js';

/** A number of one unit. */
export interface Part {
  unit: RelativeUnit;
  amount: number;
}

/** Consecutive amounts: "1 year, 2 months and 3 days ago". */
interface Chain {
  /** From the longest unit to the shortest. */
  parts: readonly Part[];
  /** Position after the last token. */
  end: number;
  /** True if the text says that they are in the past. */
  past: boolean;
}

const MAX_PHRASE_TOKENS = 6;

/** Reads amounts of one language at a position; null if there are none. */
export function readChain(
  tokens: readonly RelativeToken[],
  start: number,
  words: RelativeWords,
): Chain | null {
  const parts: Part[] = [];
  let past = false;
  let at = start;
  let end = start;
  let before: PastMarker | null = null;
  for (;;) {
    at = skipFillers(tokens, at, words, parts.length > 0);
    if (!mayBegin(tokens[at], words)) break;
    const marker = words.markers.find(
      (known) => known.before.length > 0 && standsAt(tokens, at, known.before),
    );
    const from = marker === undefined ? at : skipApproximate(tokens, at + marker.before.length);
    const phrase = readPhrase(tokens, at, words.past);
    const duration = readPhrase(tokens, from, words.durations);
    const next = phrase ?? duration;
    if (next === null || !isShorter(next.part.unit, parts)) break;
    if (marker !== undefined && phrase === null) before = marker;
    past ||= phrase !== null;
    parts.push(next.part);
    end = next.end;
    const closing = closingMarker(tokens, end, words, before);
    if (closing !== null) {
      past = true;
      end += closing.after.length;
    }
    at = end;
  }
  return parts.length === 0 ? null : { parts, end, past };
}

/** A fast test: most words begin neither an amount nor the words before one. */
function mayBegin(token: RelativeToken | undefined, { openings }: RelativeWords): boolean {
  return token !== undefined && (numberOf(token) !== null || openings.has(token.text));
}

/** The marker that the text ends with here, if its opening words were there as well. */
function closingMarker(
  tokens: readonly RelativeToken[],
  at: number,
  { markers }: RelativeWords,
  before: PastMarker | null,
): PastMarker | null {
  const fits = (marker: PastMarker) =>
    (marker.before.length === 0 || marker === before) &&
    marker.before.length + marker.after.length > 0 &&
    standsAt(tokens, at, marker.after);
  return markers.find(fits) ?? null;
}

interface Phrase {
  part: Part;
  end: number;
}

/** The longest phrase of a table that begins at a position. */
function readPhrase(
  tokens: readonly RelativeToken[],
  start: number,
  phrases: ReadonlyMap<string, RelativeUnit>,
): Phrase | null {
  let best: Phrase | null = null;
  let amount: number | null = null;
  let key = '';
  for (let at = start; at < Math.min(tokens.length, start + MAX_PHRASE_TOKENS); at += 1) {
    const number: number | null = amount === null ? numberOf(tokens[at]) : null;
    amount ??= number;
    const word = number === null ? tokens[at]?.text : '#';
    key = key === '' ? (word ?? '') : `${key} ${word}`;
    const unit = phrases.get(key);
    if (unit !== undefined && amount !== null) best = { part: { unit, amount }, end: at + 1 };
  }
  return best;
}

function isShorter(unit: RelativeUnit, parts: readonly Part[]): boolean {
  const last = parts.at(-1);
  return last === undefined || RELATIVE_UNITS.indexOf(unit) < RELATIVE_UNITS.indexOf(last.unit);
}

/** Skips "and" between two amounts, and "about" before one. */
function skipFillers(
  tokens: readonly RelativeToken[],
  start: number,
  { joiners }: RelativeWords,
  between: boolean,
): number {
  const joined = between && joiners.has(tokens[start]?.text ?? '') ? start + 1 : start;
  return skipApproximate(tokens, joined);
}

function skipApproximate(tokens: readonly RelativeToken[], at: number): number {
  const word = APPROXIMATE.get(tokens[at]?.text ?? '')?.find((words) =>
    standsAt(tokens, at, words),
  );
  return word === undefined ? at : at + word.length;
}

function standsAt(tokens: readonly RelativeToken[], at: number, words: readonly string[]): boolean {
  return words.every((word, index) => tokens[at + index]?.text === word);
}
