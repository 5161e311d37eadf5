import type { Candidate, FieldPlaces } from '../../fields/candidate.js';
import type { DateChoice } from '../../fields/date-slots.js';
import { extractItems } from '../../fields/extract.js';
import { titleOf } from '../../fields/title.js';
import { titleHints } from '../../fields/title-hints.js';
import { chooseTitles, type TitleChoice } from '../../fields/title-slots.js';
import { withoutCounts, withoutPlaces } from '../../fields/title-text.js';
import type { PageRecord } from '../../survey/record.js';
import type { RankedList, SetUnion } from '../../survey/record-list.js';
import type { Survey } from '../../survey/survey.js';
import { MIN_ITEMS } from '../../survey/weights.js';
import { cutAtHeadings } from './gaps.js';
import { withLeads } from './leads.js';
import { wholeRecords } from './lists.js';
import { featureOf, likelihood } from './rank.js';
import { rejectRecords } from './reject.js';
import { ruleOf } from './rule.js';
import { looksOf, shapeOf } from './rule-shape.js';

/** Converts a list to a candidate; null if too few of its records are items. */
export function candidateOf(survey: Survey, list: RankedList): Candidate | null {
  const { sets } = list;
  const { items, rejected, title, date } = itemsOfRecords(survey, recordsOfList(survey, sets));
  if (items.length < MIN_ITEMS) return null;
  return {
    strategy: 'records',
    items,
    confidence: likelihood(survey),
    evidence: [evidenceOf(list), ...evidenceOfFields(title, date)],
    rule: ruleOf(survey, sets, looksOf(shapeOf(items))),
    ...{ rejected, title, date },
  };
}

/** The records of a list in page order. */
export function recordsOfList({ page }: Survey, sets: SetUnion): PageRecord[] {
  return sets.flatMap((set) => wholeRecords(page, set));
}

/**
 * Maximum number of records: a document has at most 500 entries, and some records are not entries.
 */
const MAX_RECORDS = 1_000;

/**
 * The items of records in page order, without advertisements and stray records. @param before the
 * slots of titles and dates in a stored rule, if it has them
 */
export function itemsOfRecords(
  survey: Survey,
  records: readonly PageRecord[],
  before: FieldPlaces | null = null,
) {
  const { titled, hints } = titledRecords(survey, records);
  const { titles, choice } = chooseTitles(survey, titled, hints, before && { slot: before.title });
  const plain = withoutMarks(titles);
  const judged = titled.map(({ record }, at) => ({ record, title: plain[at] ?? '' }));
  const { kept, rejected } = rejectRecords(survey, judged);
  const found = extractItems(survey, kept, hints, before?.date);
  return { ...found, rejected, title: choice };
}

/**
 * The records of a list in page order, with the leads above it; each has the title that the rules
 * find.
 */
export function titledRecords(survey: Survey, records: readonly PageRecord[]) {
  const { page } = survey;
  const ordered = cutAtHeadings(page, withLeads(page, records)).slice(0, MAX_RECORDS);
  const hints = titleHints(survey, ordered);
  return {
    titled: ordered.map((record) => ({ record, title: titleOf(page, record, hints) })),
    hints,
  };
}

/** Removes the numbers that lists put before and after titles. */
export function withoutMarks(titles: readonly string[]): readonly string[] {
  return withoutCounts(withoutPlaces(titles));
}

/**
 * Describes where titles and dates were read, with the first titles, and the next most likely
 * place.
 */
export function evidenceOfFields(title: TitleChoice, date: DateChoice | null): string[] {
  const quoted = (titles: readonly string[]) => titles.map((one) => `"${one}"`).join(', ');
  const from = (slot: string) => (slot === 'rules' ? 'by the rules' : `at ${slot}`);
  const { second } = title;
  const next = second === null ? '' : `; second best: ${second.slot}: ${quoted(second.titles)}`;
  const titles = `titles ${from(title.slot)}: ${quoted(title.titles)}${next}`;
  if (date === null) return [titles];
  const other = date.second === null ? '' : `; second best: ${date.second}`;
  return [titles, `dates ${from(date.slot)}${other}`];
}

function evidenceOf(list: RankedList): string {
  const [count, linkWords] = [featureOf(list, 'count'), featureOf(list, 'linkWords')];
  const percent = (name: string) => `${Math.round(featureOf(list, name) * 100)} %`;
  const places = list.sets.map(({ signature }) => signature.slice(-120)).join(' and ');
  return `${count} records at ${places}: links of ${linkWords} words, ${percent('heading')} with a heading, ${percent('date')} with a date`;
}
