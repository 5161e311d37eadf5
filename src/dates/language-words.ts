import type { NamedDistance, PastMarker, RelativeUnit } from './lexicon-extras.js';
import { EXTRA_WORDS, type ExtraWords } from './lexicon-extras.js';
import { dateTokens } from './normalise.js';
import { DATE_WORDS } from './words.js';

/** Units from the shortest to the longest. */
export const RELATIVE_UNITS: readonly RelativeUnit[] = [
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'year',
];

/**
 * Distances into the past in one language. Phrases are tokens joined by a space; numbers are `#`.
 */
export interface RelativeWords {
  language: string;
  /** "# days ago" */
  past: ReadonlyMap<string, RelativeUnit>;
  /** "# days" */
  durations: ReadonlyMap<string, RelativeUnit>;
  named: ReadonlyMap<string, NamedDistance>;
  markers: readonly PastMarker[];
  /** Words between the parts of "2 hours and 5 minutes". */
  joiners: ReadonlySet<string>;
  /** First words of a distance or of the words around it, except numbers. */
  openings: ReadonlySet<string>;
  /** First words of the phrases of `named`. */
  namedOpenings: ReadonlySet<string>;
}

/** Month names of a language (12 groups, January first), and its words for the afternoon. */
interface CalendarWords {
  months: readonly (readonly string[])[];
  afternoon: readonly string[];
}

const known = new Map<string, RelativeWords>();
let lines: ReadonlyMap<string, readonly string[]> | null = null;

/** The stored sections of a language; see scripts/derive-date-words.ts. */
function sectionsOf(language: string): readonly string[] {
  lines ??= new Map(
    DATE_WORDS.split('\n').map((line) => {
      const at = line.indexOf(' ');
      return [line.slice(0, at), line.slice(at + 1).split(';')];
    }),
  );
  return lines.get(language) ?? [];
}

/** The words of calendar dates in a language of ALL_LANGUAGES. */
export function calendarWords(language: string): CalendarWords {
  const [months = '', , , , , , halves = ''] = sectionsOf(language);
  return { months: groupsOf(months), afternoon: groupsOf(halves)[1] ?? [] };
}

/** Every word that can occur in a distance of a language; some are repeated. */
export function wordsOfDistances(language: string): string[] {
  const extra = EXTRA_WORDS[language];
  const phrases = [
    ...Object.values(extra?.past ?? {}).flat(),
    ...Object.values(extra?.durations ?? {}).flat(),
    ...(extra?.named ?? []).map(([phrase]) => phrase),
  ];
  const own = sectionsOf(language).slice(1, 5).join(' ');
  return `${own} ${phrases.map(key).join(' ')}`.split(/[ ,|#]+/).filter((word) => word !== '');
}

/** The distances of a language, decoded when they are first used. */
export function relativeWords(language: string): RelativeWords {
  const decoded = known.get(language);
  if (decoded !== undefined) return decoded;
  const [, past, durations, days, last, joiners] = sectionsOf(language).map(groupsOf);
  const words = decode(language, {
    past: past ?? [],
    durations: durations ?? [],
    days: days ?? [],
    last: last ?? [],
    joiners: joiners ?? [],
  });
  known.set(language, words);
  return words;
}

function groupsOf(section: string): string[][] {
  return section.split('|').map((group) => group.split(',').filter((entry) => entry !== ''));
}

interface Sections {
  past: string[][];
  durations: string[][];
  days: string[][];
  last: string[][];
  joiners: string[][];
}

function decode(language: string, sections: Sections): RelativeWords {
  const extra: ExtraWords = EXTRA_WORDS[language] ?? {};
  const past = byUnit(sections.past, extra.past);
  const marker = commonMarker(sections.past);
  const markers = [...(marker === null ? [] : [marker]), ...(extra.markers ?? [])];
  const durations = byUnit(sections.durations, extra.durations);
  // Grammatical case differs: "vor # Tagen", but "# Tage".
  if (marker !== null) {
    for (const [phrase, unit] of past) keepFirst(durations, withoutMarker(phrase, marker), unit);
  }
  const named = new Map<string, NamedDistance>();
  sections.days.forEach((names, amount) => {
    for (const name of names)
      keepFirst(named, name, { unit: 'day', amount, named: true, whole: false });
  });
  (['week', 'month', 'year'] as const).forEach((unit, at) => {
    for (const name of sections.last[at] ?? [])
      keepFirst(named, name, { unit, amount: 1, named: false, whole: true });
  });
  sections.past.forEach(([one], at) => {
    const unit = RELATIVE_UNITS[at];
    const phrase = one?.replace(/(?:^| )#/, '').trim() ?? '';
    if (unit !== undefined && phrase.includes(' ') && !/[\u3040-\u9fff]/.test(phrase))
      keepFirst(named, phrase, { unit, amount: 1, named: false, whole: true });
  });
  for (const [phrase, distance] of extra.named ?? []) named.set(key(phrase), distance);
  const markersBefore = markers.flatMap(({ before }) => before.slice(0, 1));
  return {
    language,
    past,
    durations,
    named,
    markers,
    joiners: new Set([...sections.joiners.flat(), ...(extra.joiners ?? [])]),
    openings: new Set([...firstWords(past), ...firstWords(durations), ...markersBefore]),
    namedOpenings: new Set(firstWords(named)),
  };
}

function firstWords(phrases: ReadonlyMap<string, unknown>): string[] {
  return [...phrases.keys()].map((phrase) => phrase.split(' ', 1)[0] ?? '');
}

type PhrasesByUnit = Partial<Record<RelativeUnit, readonly string[]>>;

function byUnit(groups: readonly string[][], extra: PhrasesByUnit = {}): Map<string, RelativeUnit> {
  const phrases = new Map<string, RelativeUnit>();
  RELATIVE_UNITS.forEach((unit, at) => {
    for (const phrase of groups[at] ?? []) keepFirst(phrases, phrase, unit);
  });
  for (const unit of RELATIVE_UNITS)
    for (const phrase of extra[unit] ?? []) keepFirst(phrases, key(phrase), unit);
  return phrases;
}

/** Words with which every phrase of a language begins and ends, around the number and its unit. */
function commonMarker(past: readonly string[][]): PastMarker | null {
  const phrases = past.flatMap((group) => group.slice(0, 2)).map((phrase) => phrase.split(' '));
  if (phrases.length < RELATIVE_UNITS.length) return null;
  const before = phrases.map((tokens) => tokens.slice(0, tokens.indexOf('#')));
  const after = phrases.map((tokens) => tokens.slice(tokens.indexOf('#') + 2));
  const start = common(before, (tokens, at) => tokens[at]);
  const end = common(after, (tokens, at) => tokens[tokens.length - 1 - at]).reverse();
  return start.length + end.length === 0 ? null : { before: start, after: end };
}

function common(
  lists: readonly string[][],
  pick: (tokens: readonly string[], at: number) => string | undefined,
): string[] {
  const [first = []] = lists;
  const found: string[] = [];
  for (let at = 0; at < first.length; at += 1) {
    const word = pick(first, at);
    if (word === undefined || lists.some((tokens) => pick(tokens, at) !== word)) break;
    found.push(word);
  }
  return found;
}

function withoutMarker(phrase: string, { before, after }: PastMarker): string {
  const tokens = phrase.split(' ');
  const fits =
    before.every((word, at) => tokens[at] === word) &&
    after.every((word, at) => tokens[tokens.length - after.length + at] === word);
  const inner = fits ? tokens.slice(before.length, tokens.length - after.length) : [];
  return inner.length > 1 ? inner.join(' ') : '';
}

/** A phrase as key of a table; `#` stands for a number. */
function key(phrase: string): string {
  return dateTokens(phrase.replaceAll('#', '1'))
    .map((token) => (/^\d/.test(token) ? '#' : token))
    .join(' ');
}

function keepFirst<Value>(map: Map<string, Value>, phrase: string, value: Value): void {
  if (phrase !== '' && phrase !== '#' && !map.has(phrase)) map.set(phrase, value);
}
