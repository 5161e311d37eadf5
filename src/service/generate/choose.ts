import type { Candidate } from './candidate.js';
import { diagnose, type Failure } from './failure/diagnose.js';
import { enrich } from './fields/extract.js';
import { markedItems } from './strategies/marked-items.js';
import { rankedLists } from './strategies/records/rank.js';
import type { RankedList } from './strategies/records/record-list.js';
import type { Strategy } from './strategies/strategy.js';
import { STRATEGIES } from './strategies/table.js';
import type { Survey } from './survey.js';
import { BELIEVED, DOUBTFUL, WHOLE } from './weights.js';

/** Every candidate of a page and the one that won. */
export interface Choice {
  winner: Candidate | null;
  /** All candidates, the winner among them, most believed first. */
  candidates: Candidate[];
  /** The lists of the HTML that were ranked, best first. */
  lists: readonly RankedList[];
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
  const lists = rankedLists(survey);
  const failure = winner === null ? null : notAList(survey, winner, candidates);
  if (failure !== null) return { winner: null, candidates: candidates.map(plain), lists, failure };
  const state = candidates.find(({ strategy }) => strategy === 'state')?.items ?? [];
  const known = [...markedItems(survey), ...state];
  return {
    failure: null,
    winner: winner === null ? null : plain({ ...winner, items: enrich(winner.items, known) }),
    candidates: candidates.map(plain).sort((a, b) => b.confidence - a.confidence),
    lists,
  };
}

/** Without the parts of the page: a worker thread hands the candidates over as copies. */
function plain({ mined: _, ...candidate }: Candidate): Candidate {
  return candidate;
}

/** Why the best list of a page is not believed; null where it is, or where other sources have it. */
function notAList({ page }: Survey, winner: Candidate, all: readonly Candidate[]): Failure | null {
  // Undated data of a page's scripts is judged by the list that the page shows.
  const isDoubtful =
    winner.confidence <= DOUBTFUL && winner.items.every(({ date }) => date === null);
  const shown = isDoubtful ? (all.find(({ mined }) => mined !== undefined) ?? winner) : winner;
  if (shown.mined === undefined || isBelieved(shown)) return null;
  return diagnose(page, shown.mined);
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

function isBelieved({ mined, confidence }: Candidate): boolean {
  return mined !== undefined && confidence >= BELIEVED;
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
