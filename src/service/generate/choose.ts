import type { Candidate } from './candidate.js';
import { articleWithRelated } from './failure/article.js';
import type { Failure } from './failure/diagnose.js';
import { enrich } from './fields/extract.js';
import { jsonLdCandidate, jsonLdItems } from './strategies/json-ld.js';
import { linklessCandidate } from './strategies/linkless.js';
import { microdataCandidate, microdataItems } from './strategies/microdata.js';
import { microformatCandidate, microformatItems } from './strategies/microformats.js';
import { type MinedCandidate, recordsCandidate } from './strategies/records/candidate.js';
import { mineRecords, type RecordSet } from './strategies/records/mine.js';
import { stateCandidate } from './strategies/state.js';
import type { Survey } from './survey.js';
import { RECORD_CONFIDENT, REPLACE } from './weights.js';

/** Every candidate of a page and the one that won. */
export interface Choice {
  winner: Candidate | null;
  /** All candidates, the winner among them, most believed first. */
  candidates: Candidate[];
  /** The record sets that were scored, best first. */
  sets: RecordSet[];
  /** Why the best list is not what was asked for. */
  failure: Failure | null;
}

/** Runs the strategies that need no further request and chooses between them. */
export function choose(survey: Survey): Choice {
  const linkedData = jsonLdItems(survey);
  const microdata = microdataItems(survey);
  const microformats = microformatItems(survey);
  const marked = [...linkedData, ...microdata, ...microformats];
  const structured = new Set(marked.map(({ identity }) => identity));

  const sets = mineRecords(survey, structured);
  const mined = recordsCandidate(survey, sets, structured);
  const lists = [
    microformatCandidate(microformats),
    microdataCandidate(microdata),
    jsonLdCandidate(survey, linkedData),
  ].filter((candidate) => candidate !== null);
  // Reading all scripts for state, or all headings, is worth it only where the HTML is poor.
  const isClear =
    mined !== null &&
    mined.score >= RECORD_CONFIDENT &&
    mined.items.some(({ date }) => date !== null);
  const state = isClear ? null : stateCandidate(survey);
  const linkless = linklessCandidate(survey);

  const candidates = [mined, ...lists, state, linkless].filter((candidate) => candidate !== null);
  const winner = pick(mined, lists, state, linkless);
  const known = state === null ? marked : [...marked, ...state.items];
  const failure =
    winner !== null && winner === mined
      ? articleWithRelated(
          survey.page,
          mined.sets.flatMap(({ records }) => records),
        )
      : null;
  if (failure !== null) return { winner: null, candidates, sets, failure };
  return {
    failure: null,
    winner: winner === null ? null : { ...winner, items: enrich(winner.items, known) },
    candidates: candidates.sort((a, b) => b.confidence - a.confidence),
    sets,
  };
}

function pick(
  mined: MinedCandidate | null,
  lists: readonly Candidate[],
  state: Candidate | null,
  linkless: Candidate | null,
): Candidate | null {
  if (mined === null || mined.score < RECORD_CONFIDENT) {
    const others = [...lists, state, linkless, mined].filter((candidate) => candidate !== null);
    return [...others].sort((a, b) => b.confidence - a.confidence)[0] ?? null;
  }
  const longer = lists.find((list) => isLonger(list, mined));
  if (longer !== undefined) return longer;
  return linkless !== null && isInsideSections(mined, linkless) ? linkless : mined;
}

/** The structured list holds what was mined and more: entries whose link is their date, for one. */
function isLonger(list: Candidate, mined: Candidate): boolean {
  if (list.items.length < mined.items.length * REPLACE.longer) return false;
  const identities = new Set(list.items.map(({ identity }) => identity));
  const common = mined.items.filter(({ identity }) => identities.has(identity)).length;
  return common >= mined.items.length * REPLACE.share;
}

/** What was mined are the links in the entries of a changelog: undated, more than there are entries. */
function isInsideSections(mined: MinedCandidate, linkless: Candidate): boolean {
  const [best] = mined.sets;
  if (best === undefined || best.features.date > 0.2 || best.features.heading > 0.5) return false;
  return linkless.items.filter(({ date }) => date !== null).length * 2 > linkless.items.length;
}
