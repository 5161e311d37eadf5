// npm run bench freshness -- --data FILE [--requests-per-day N] [--items N] [--seed N] [--json]
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readSettings, type Settings } from '../src/service/core/settings.js';
import { boundedCost, DEFAULT_REQUESTS_PER_DAY } from '../src/service/refresh/request-budget.js';
import { ceilingFor, type WaitLimits } from '../src/service/schedule/interval.js';
import { DEFAULT_FETCH_COST } from '../src/service/schedule/patience.js';
import { type Histories, type Replay, replay } from './freshness-replay.js';
import { byKind, requestsPerDay, row, summarise } from './freshness-report.js';

export const SAMPLE = 'bench/freshness-sample.json';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export interface FreshnessOptions {
  /** Items that a document shows. */
  items: number;
  seed: number;
  settings: Pick<Settings, 'refreshFloorMs' | 'refreshCeilingMs' | 'requestsPerDay'>;
}

/** Replays with the schedule of a service that has these settings. */
export function replayAll(
  histories: Histories,
  { items, seed, settings }: FreshnessOptions,
): Replay[] {
  const { refreshFloorMs: floorMs, refreshCeilingMs } = settings;
  const { requestsPerDay: budget = DEFAULT_REQUESTS_PER_DAY } = settings;
  const ceilingMs = refreshCeilingMs ?? ceilingFor(budget);
  const withCost = (fetchCost: number) => {
    const limits: WaitLimits = { floorMs, ceilingMs, fetchCost };
    return everyHistory(histories, { documentItems: items, seed, limits });
  };
  // Fetching each feed at the ceiling is the least there is.
  if (budget <= DAY / ceilingMs) return withCost(boundedCost(Number.POSITIVE_INFINITY));
  return settled(withCost(DEFAULT_FETCH_COST), budget, withCost);
}

/** Requests a day by which replays may stay below a budget. */
const TOLERANCE = 0.1;

/**
 * The service adjusts the cost of a request hour by hour, for all feeds together. The
 * histories are of different times, so here they are replayed with one cost after the other until the
 * budget is met: the cost on which a service with these feeds settles.
 */
function settled(
  first: Replay[],
  budget: number,
  withCost: (fetchCost: number) => Replay[],
): Replay[] {
  let replays = first;
  let cost = DEFAULT_FETCH_COST;
  let before = Number.NaN;
  let [low, high] = [boundedCost(0), boundedCost(Number.POSITIVE_INFINITY)];
  for (let round = 0; round < 25; round += 1) {
    const requests = requestsPerDay(replays);
    // Every feed is at the floor or at the ceiling: the budget is out of reach.
    if (requests === before) return replays;
    before = requests;
    if (budget - TOLERANCE < requests && requests <= budget) return replays;
    if (requests > budget) low = cost;
    else high = cost;
    // Between floor and ceiling, four times the cost is half of the requests.
    const guess = cost * (requests / budget) ** 2;
    cost = low < guess && guess < high ? guess : Math.sqrt(low * high);
    replays = withCost(cost);
  }
  return replays;
}

function everyHistory(histories: Histories, source: Parameters<typeof replay>[2]): Replay[] {
  return Object.entries(histories)
    .filter(([, times]) => times.length > 1)
    .map(([name, times]) => replay(name, times, source));
}

/** Prints the report, or the figures in all as JSON. */
export function main(words: string[], env: Readonly<Record<string, string | undefined>>): void {
  const { values } = parseArgs({
    args: words,
    options: {
      data: { type: 'string', default: SAMPLE },
      'requests-per-day': { type: 'string' },
      items: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
    },
  });
  const budget = values['requests-per-day'] ?? env.FEEDCTL_REQUESTS_PER_DAY;
  const settings = readSettings({
    FEEDCTL_REFRESH_FLOOR: env.FEEDCTL_REFRESH_FLOOR,
    FEEDCTL_REFRESH_CEILING: env.FEEDCTL_REFRESH_CEILING,
    FEEDCTL_REQUESTS_PER_DAY: budget,
  });
  const options = { items: Number(values.items), seed: Number(values.seed), settings };
  const histories = readHistories(values.data);
  const kinds = byKind(replayAll(histories, options));
  if (values.json) {
    const { all, ...others } = kinds;
    console.log(JSON.stringify({ ...all, kinds: others }));
    return;
  }
  console.log(`${row('minutes until an item is')}\n${row('stored, requests a day')}`);
  for (const [kind, freshness] of Object.entries(kinds)) console.log(row(kind, freshness));
  for (const [label, everyMs] of [
    ['every hour', 60 * MINUTE],
    ['every 15 minutes', 15 * MINUTE],
  ] as const) {
    const polled = everyHistory(histories, {
      documentItems: options.items,
      seed: options.seed,
      everyMs,
    });
    console.log(row(label, summarise(polled)));
  }
}

/** @throws Error naming the file and what is wrong in it */
export function readHistories(file: string): Histories {
  const histories: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof histories !== 'object' || histories === null || Array.isArray(histories)) {
    throw new Error(`${file} must have an object { NAME: [unix seconds, ascending] }.`);
  }
  return Object.fromEntries(
    Object.entries(histories).map(([name, times]) => [name, timesOf(times, `${file}: "${name}"`)]),
  );
}

function timesOf(times: unknown, place: string): number[] {
  const isList = Array.isArray(times) && times.every((time) => Number.isFinite(time));
  if (!isList) throw new Error(`${place} must be a list of unix seconds.`);
  return times.map(Number).sort((a, b) => a - b);
}
