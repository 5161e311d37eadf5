import { diagnose, type Failure } from './failure/diagnose.js';
import type { Candidate } from './fields/candidate.js';
import { candidateOf, recordsOfList } from './strategies/records/candidate.js';
import { likelihood, rankedLists } from './strategies/records/rank.js';
import { holdsLinks, versionHeadings } from './strategies/version-headings.js';
import type { RankedList } from './survey/record-list.js';
import { onceASurvey, type Survey } from './survey/survey.js';
import { BELIEVED } from './survey/weights.js';

/** The likeliest list of a page, and whether it is likely enough. */
export interface Choice {
  /** The likeliest list, even if it is not likely enough; null if no list has enough items. */
  best: Candidate | null;
  /**
   * The best list if it is likely enough, or the versions of a changelog if these are more certain.
   */
  winner: Candidate | null;
  /** The lists of the HTML, best first. */
  lists: readonly RankedList[];
  /** The reason if there is no winner. */
  failure: Failure | null;
}

/** Maximum number of lists that are tried if too few records of the earlier ones are items. */
const TRIED = 3;

/** Chooses the list of a page. */
export function choose(survey: Survey): Choice {
  const lists = rankedLists(survey);
  const { candidate: best, list } = bestRecords(survey) ?? { candidate: null, list: undefined };
  const versions = versionHeadings(survey);
  const areParts =
    versions !== null &&
    list !== undefined &&
    holdsLinks(survey, versions, recordsOfList(survey, list.sets));
  const winner = areParts ? versions : moreConfident(best, versions);
  const failure = winner === null ? diagnose(survey.page, lists[0]) : null;
  return { best, winner, lists, failure };
}

function moreConfident(records: Candidate | null, versions: Candidate | null): Candidate | null {
  if (records === null || records.confidence < BELIEVED) return versions;
  return versions !== null && versions.confidence > records.confidence ? versions : records;
}

const bestRecords = onceASurvey((survey): { candidate: Candidate; list: RankedList } | null => {
  if (likelihood(survey) < BELIEVED / 10) return null;
  for (const list of rankedLists(survey).slice(0, TRIED)) {
    const candidate = candidateOf(survey, list);
    if (candidate !== null) return { candidate, list };
  }
  return null;
});
