import type { Candidate } from '../../fields/candidate.js';
import { extractItems } from '../../fields/extract.js';
import { titleOf } from '../../fields/title.js';
import { titleHints } from '../../fields/title-hints.js';
import { withoutCounts, withoutPlaces } from '../../fields/title-text.js';
import type { PageRecord } from '../../survey/record.js';
import type { RankedList } from '../../survey/record-list.js';
import type { Survey } from '../../survey/survey.js';
import { MIN_ITEMS } from '../../survey/weights.js';
import { cutAtHeadings } from './gaps.js';
import { withLeads } from './leads.js';
import { wholeRecords } from './lists.js';
import { featureOf, likelihood } from './rank.js';
import { rejectRecords } from './reject.js';
import { ruleOf } from './rule.js';
import { looksOf, shapeOf } from './rule-shape.js';

/** A list as a candidate; null where too few of its records are items. */
export function candidateOf(survey: Survey, list: RankedList): Candidate | null {
  const { sets } = list;
  const { items, rejected } = itemsOfRecords(
    survey,
    sets.flatMap((set) => wholeRecords(survey.page, set)),
  );
  if (items.length < MIN_ITEMS) return null;
  return {
    strategy: 'records',
    items,
    confidence: likelihood(survey),
    evidence: [evidenceOf(list)],
    rule: ruleOf(survey, sets, looksOf(shapeOf(items))),
    rejected,
  };
}

/** A document has at most 500 entries; some records are not entries. */
const MAX_RECORDS = 1_000;

/** Items of some records in page order, advertisements and strays taken out. */
export function itemsOfRecords(survey: Survey, records: readonly PageRecord[]) {
  const { page } = survey;
  const ordered = cutAtHeadings(page, withLeads(page, records)).slice(0, MAX_RECORDS);
  const hints = titleHints(survey, ordered);
  const titles = ordered.map((record) => titleOf(page, record, hints));
  const plain = withoutCounts(withoutPlaces(titles));
  const judged = ordered.map((record, at) => ({ record, title: plain[at] ?? '' }));
  const { kept, rejected } = rejectRecords(survey, judged);
  return { items: extractItems(survey, kept, hints), rejected };
}

function evidenceOf(list: RankedList): string {
  const [count, linkWords] = [featureOf(list, 'count'), featureOf(list, 'linkWords')];
  const percent = (name: string) => `${Math.round(featureOf(list, name) * 100)} %`;
  const places = list.sets.map(({ signature }) => signature.slice(-120)).join(' and ');
  return `${count} records at ${places}: links of ${linkWords} words, ${percent('heading')} with a heading, ${percent('date')} with a date`;
}
