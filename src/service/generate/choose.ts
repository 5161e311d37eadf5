import type { Candidate } from './candidate.js';
import { articleWithRelated, landingPage } from './failure/article.js';
import type { Failure } from './failure/diagnose.js';
import { enrich } from './fields/extract.js';
import { markedItems } from './strategies/marked-items.js';
import { minedSets } from './strategies/records/mine.js';
import type { RecordSet } from './strategies/records/score.js';
import type { Strategy } from './strategies/strategy.js';
import { STRATEGIES } from './strategies/table.js';
import type { Survey } from './survey.js';
import { DOUBTFUL, LANDING, RECORD_CONFIDENT, WHOLE } from './weights.js';

/** Every candidate of a page and the one that won. */
export interface Choice {
  winner: Candidate | null;
  /** All candidates, the winner among them, most believed first. */
  candidates: Candidate[];
  /** The record sets that were scored, best first. */
  sets: readonly RecordSet[];
  /** Why the best list is not what was asked for. */
  failure: Failure | null;
}

/** Runs the strategies and chooses between their candidates. */
export function choose(survey: Survey, strategies: readonly Strategy[] = STRATEGIES): Choice {
  const found = candidatesOf(survey, strategies);
  const candidates = strategies
    .map((strategy) => found.get(strategy))
    .filter((candidate) => candidate !== undefined);
  const winner = pick(found, strategies);
  const sets = minedSets(survey);
  const failure = winner === null ? null : notAList(survey, winner, candidates);
  if (failure !== null) return { winner: null, candidates, sets, failure };
  const state = candidates.find(({ strategy }) => strategy === 'state')?.items ?? [];
  const known = [...markedItems(survey), ...state];
  return {
    failure: null,
    winner: winner === null ? null : plain({ ...winner, items: enrich(winner.items, known) }),
    candidates: candidates.map(plain).sort((a, b) => b.confidence - a.confidence),
    sets,
  };
}

/** Without the parts of the page: a worker thread hands the candidates over as copies. */
function plain({ mined: _, ...candidate }: Candidate): Candidate {
  return candidate;
}

/** Why the records that won are not what the page is about. */
function notAList({ page }: Survey, winner: Candidate, all: readonly Candidate[]): Failure | null {
  const { items } = winner;
  const dated = items.filter(({ date }) => date !== null).length / Math.max(items.length, 1);
  // Undated data of a page's scripts is judged by the list that the page shows.
  const isDoubtful = dated === 0 && winner.confidence <= DOUBTFUL;
  const shown = isDoubtful ? all.find(({ mined }) => mined !== undefined) : winner;
  if (shown?.mined === undefined) return null;
  const records = shown.mined.sets.flatMap((set) => set.records);
  // Blocks whose links say nothing ("Learn more") present something, unless much else speaks for a list.
  const areButtons = (shown.mined.sets[0]?.features.linkedTitle ?? 1) < LANDING.linkedTitle;
  const isWeak = areButtons && shown.confidence < DOUBTFUL;
  return articleWithRelated(page, records, dated) ?? landingPage(page, records, { dated, isWeak });
}

type Found = ReadonlyMap<Strategy, Candidate>;

function candidatesOf(survey: Survey, strategies: readonly Strategy[]): Found {
  const found = new Map<Strategy, Candidate>();
  const run = (strategy: Strategy) => {
    const candidate = strategy.candidate(survey);
    if (candidate !== null) found.set(strategy, candidate);
  };
  for (const strategy of strategies) if (!strategy.onlyWherePoor) run(strategy);
  if ([...found.values()].some(isClear)) return found;
  for (const strategy of strategies) if (strategy.onlyWherePoor) run(strategy);
  return found;
}

/** Records that are believed and dated: no other source says more. */
function isClear(candidate: Candidate): boolean {
  return isBelieved(candidate) && candidate.items.some(({ date }) => date !== null);
}

function isBelieved({ mined }: Candidate): boolean {
  return mined !== undefined && mined.score >= RECORD_CONFIDENT;
}

/** Whether a list is a part of another one: what a page's data holds of it, for example. */
function isWholeOf(part: Candidate, { mined, items }: Candidate): boolean {
  if (mined === undefined || items.length < part.items.length * WHOLE.times) return false;
  const identities = new Set(items.map(({ identity }) => identity));
  const common = part.items.filter(({ identity }) => identities.has(identity)).length;
  return common >= part.items.length * WHOLE.share;
}

function pick(found: Found, strategies: readonly Strategy[]): Candidate | null {
  const records = [...found.values()].find(isBelieved);
  if (records === undefined) {
    const all = strategies
      .map((strategy) => found.get(strategy))
      .filter((candidate) => candidate !== undefined);
    const [best = null] = all.sort((a, b) => b.confidence - a.confidence);
    return all.find((other) => best !== null && isWholeOf(best, other)) ?? best;
  }
  for (const strategy of strategies) {
    const own = found.get(strategy);
    if (own !== undefined && strategy.replaces?.(own, records)) return own;
  }
  return records;
}
