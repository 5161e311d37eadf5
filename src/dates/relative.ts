import type { FoundDate } from './iso.js';
import { type RelativeWords, relativeWords } from './language-words.js';
import { isMajorLanguage } from './languages.js';
import type { Lexicon } from './lexicon.js';
import type { NamedDistance, RelativeUnit } from './lexicon-extras.js';
import { maskTimes } from './mask-times.js';
import { type Part, readChain } from './relative-chain.js';
import { numberOf, type RelativeToken, relativeTokens } from './relative-tokens.js';
import { findTimeOfDay } from './time-of-day.js';

const MILLISECONDS: Readonly<Record<RelativeUnit, number>> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
  month: 0,
  year: 0,
};

/**
 * Finds "3 hours ago", "gestern, 14:30 Uhr", "3小时前" in normalised text and counts back from
 * `now`. Of a day that is named only the day is known. A bare counter ("3h", "20 min") is a date only
 * where the page marks it as one: elsewhere it is a length or a reading time.
 * @param marked the page says that the text is a date
 * @param whole only what explains every word counts
 */
export function findRelativeDate(
  text: string,
  now: number,
  offset: number | null,
  lexicon: Lexicon,
  marked = false,
  whole = false,
): FoundDate | null {
  const tokens = relativeTokens(text);
  const languages = languagesOf(tokens, lexicon);
  if (languages.length === 0) return null;
  const parts = findDistance(tokens, languages, marked, whole);
  if (parts !== null) return countBack(now, parts);
  const named = findNamed(tokens, text, languages, marked, whole);
  if (named === null) return null;
  const { unit, amount } = named;
  const counted = countBack(now, [{ unit, amount }]);
  return named.named && counted !== null
    ? atTimeOfDay(counted.time, text, offset, lexicon)
    : counted;
}

/** Languages that have any word of the text, in the order of the lexicon. */
function languagesOf(tokens: readonly RelativeToken[], { relative }: Lexicon): RelativeWords[] {
  const found = new Set<string>();
  for (const { text } of tokens) {
    for (const language of relative.get(text) ?? []) found.add(language);
  }
  return [...found].map(relativeWords);
}

/** A distance that explains the whole text in one language, otherwise one within the text. */
function findDistance(
  tokens: readonly RelativeToken[],
  languages: readonly RelativeWords[],
  marked: boolean,
  whole: boolean,
): readonly Part[] | null {
  if (!tokens.some((token) => numberOf(token) !== null)) return null;
  for (const words of languages) {
    const chain = readChain(tokens, 0, words);
    if (chain?.end === tokens.length && (chain.past || marked)) return chain.parts;
  }
  for (const words of whole ? [] : languages) {
    if (!isMajorLanguage(words.language)) continue;
    for (let start = 0; start < tokens.length; start += 1) {
      if (isDenseUnit(tokens, start - 1)) continue;
      const chain = readChain(tokens, start, words);
      if (chain?.past) return chain.parts;
    }
  }
  return null;
}

const DENSE = /^[\u3040-\u30ff\u3400-\u9fff]$/;

/**
 * True for "1月" before "1天前": an amount that the language does not explain, in a script without
 * spaces.
 */
function isDenseUnit(tokens: readonly RelativeToken[], end: number): boolean {
  let at = end;
  while (DENSE.test(tokens[at]?.text ?? '')) at -= 1;
  const number = tokens[at]?.value ?? null;
  return at < end && number !== null;
}

/** Words of a rare language are a date only if the text has no others. */
function findNamed(
  tokens: readonly RelativeToken[],
  text: string,
  languages: readonly RelativeWords[],
  marked: boolean,
  wholeOnly: boolean,
): NamedDistance | null {
  const masked = maskTimes(text);
  const words = masked === text ? tokens : relativeTokens(masked);
  const whole = words.map((token) => token.text).join(' ');
  for (const { named } of languages) {
    const distance = named.get(whole);
    if (distance !== undefined && (marked || isUnmistakable(whole))) return distance;
  }
  for (const language of wholeOnly ? [] : languages) {
    if (!isMajorLanguage(language.language)) continue;
    const found = namedWithin(tokens, text, language);
    if (found !== null) return found;
  }
  return null;
}

function isUnmistakable(phrase: string): boolean {
  return phrase.includes(' ') || /[^\0-\x7f]/.test(phrase);
}

const MAX_NAMED_TOKENS = 5;
/** Maximum number of words before the name of a day, unless a time of day is next to it. */
const MAX_LEADING = 2;

/** The name of a day next to a time of day, or in a line that is a date. */
function namedWithin(
  tokens: readonly RelativeToken[],
  text: string,
  { named, namedOpenings }: RelativeWords,
): NamedDistance | null {
  for (let start = 0; start < tokens.length; start += 1) {
    if (!namedOpenings.has(tokens[start]?.text ?? '')) continue;
    let phrase = '';
    let best: NamedDistance | null = null;
    for (let at = start; at < Math.min(tokens.length, start + MAX_NAMED_TOKENS); at += 1) {
      phrase = phrase === '' ? (tokens[at]?.text ?? '') : `${phrase} ${tokens[at]?.text}`;
      const distance = named.get(phrase);
      if (distance === undefined || distance.whole) continue;
      if (isDateline(tokens, start, at + 1) || findTimeOfDay(text) !== null) best = distance;
    }
    if (best !== null) return best;
  }
  return null;
}

/** Words before the name of an author: "Yesterday by Ann". */
const BY = new Set('by von par por di da от av af door przez'.split(' '));

/**
 * True for "Posted yesterday" and "Yesterday by Ann", but not for "What we know today" or "Today in
 * history".
 */
function isDateline(tokens: readonly RelativeToken[], start: number, end: number): boolean {
  if (start > MAX_LEADING) return false;
  const rest = tokens.slice(end);
  const next = rest[0]?.text ?? '';
  if (rest.length <= 1 && next.length <= 2) return true;
  return BY.has(next) && rest.length <= 4;
}

function countBack(now: number, parts: readonly Part[]): FoundDate | null {
  let time = now;
  for (const { unit, amount } of parts) {
    if (amount >= 1000) return null;
    if (unit === 'month' || unit === 'year') time = monthsBefore(time, amount, unit);
    else time -= Math.round(amount * MILLISECONDS[unit]);
  }
  return { time, hasTime: true };
}

function monthsBefore(time: number, amount: number, unit: 'month' | 'year'): number {
  const date = new Date(time);
  const months = Math.round(unit === 'month' ? amount : amount * 12);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

/** A named day by the clock of the page: at 00:00 UTC, or at the time next to its name. */
function atTimeOfDay(
  time: number,
  text: string,
  offset: number | null,
  { afternoon }: Lexicon,
): FoundDate {
  const day = 86_400_000;
  const start = Math.floor((time + (offset ?? 0) * 60_000) / day) * day;
  const clock = findTimeOfDay(text, afternoon);
  if (clock === null) return { time: start, hasTime: false };
  const [hour, minute, second] = clock.time;
  const shift = (clock.offset ?? offset ?? 0) * 60;
  return { time: start + (hour * 3600 + minute * 60 + second - shift) * 1000, hasTime: true };
}
