import type { Candidate } from '../../candidate.js';
import { extractItems } from '../../fields/extract.js';
import { titleOf } from '../../fields/title.js';
import { titleHints } from '../../fields/title-hints.js';
import { withoutPlaces } from '../../fields/title-text.js';
import type { Survey } from '../../survey.js';
import { CONFIDENCE, MIN_ITEMS, RECORD_THRESHOLD } from '../../weights.js';
import type { Strategy } from '../strategy.js';
import { withLeads } from './leads.js';
import { mergeSets, minedSets } from './mine.js';
import type { PageRecord } from './record.js';
import { rejectRecords } from './reject.js';
import { ruleOf } from './rule.js';
import type { RecordSet } from './score.js';

export const recordsStrategy: Strategy = { name: 'records', candidate: recordsCandidate };

/** The list of items in the page's HTML, or null when no set of records reaches the threshold. */
function recordsCandidate(survey: Survey): Candidate | null {
  const merged = mergeSets(survey);
  const [best] = merged;
  if (best === undefined || best.score < RECORD_THRESHOLD) return null;
  const { items, rejected } = itemsOfRecords(
    survey,
    merged.flatMap(({ records }) => records),
  );
  if (items.length < MIN_ITEMS) return null;
  return {
    strategy: 'records',
    items,
    confidence: confidenceOf(best.score),
    evidence: evidenceOf(merged),
    rule: ruleOf(merged, minedSets(survey)),
    rejected,
    mined: { score: best.score, sets: merged },
  };
}

/** A document has at most 500 entries; some records are not entries. */
const MAX_RECORDS = 1_000;

/** Items of some records in page order, advertisements and strays taken out. */
export function itemsOfRecords(survey: Survey, records: readonly PageRecord[]) {
  const ordered = withLeads(survey.page, records).slice(0, MAX_RECORDS);
  const hints = titleHints(survey, ordered);
  const titles = ordered.map((record) => titleOf(survey.page, record, hints).text);
  const plain = withoutPlaces(titles);
  const judged = ordered.map((record, at) => ({ record, title: plain[at] ?? '' }));
  const { kept, rejected } = rejectRecords(survey, judged);
  return { items: extractItems(survey, kept, hints), rejected };
}

/** Linear between the threshold and the score from which nothing is doubtful. */
export function confidenceOf(score: number): number {
  const { recordsLow, recordsHigh, recordsHighScore } = CONFIDENCE;
  const share = (score - RECORD_THRESHOLD) / (recordsHighScore - RECORD_THRESHOLD);
  return recordsLow + (recordsHigh - recordsLow) * Math.min(1, Math.max(0, share));
}

function evidenceOf(merged: readonly RecordSet[]): string[] {
  return merged.map(({ features, score, signature }) => {
    const percent = (share: number) => `${Math.round(share * 100)} %`;
    return `${features.count} records at ${signature.slice(-120)}: score ${score.toFixed(1)}, median title ${features.titleWords} words, ${percent(features.heading)} with heading, ${percent(features.date)} with date`;
  });
}
