import type { Candidate } from '../candidate.js';
import type { Survey } from '../survey.js';
import { REPLACE } from '../weights.js';

/** One way to find the items of a page, without another request. */
export interface Strategy {
  /** As `preview --explain` shows it and as it is stored with a feed: never change it. */
  name: string;
  /** The items of a page, or null where the strategy does not apply. */
  candidate(survey: Survey): Candidate | null;
  /** It is too much work where the page's HTML already shows a clear list. */
  onlyWherePoor?: true;
  /**
   * Whether its list is taken instead of records of the HTML that are believed themselves; without
   * this never. Where no records are believed the candidate with the highest confidence is taken.
   */
  replaces?(own: Candidate, records: Candidate): boolean;
}

/** True for a list that holds what was mined and more: entries whose link is their date, for one. */
export function isLonger(list: Candidate, records: Candidate): boolean {
  if (list.items.length < records.items.length * REPLACE.longer) return false;
  const identities = new Set(list.items.map(({ identity }) => identity));
  const common = records.items.filter(({ identity }) => identities.has(identity)).length;
  return common >= records.items.length * REPLACE.share;
}
