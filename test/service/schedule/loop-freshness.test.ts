import { describe, expect, it } from 'vitest';
import { readHistories, SAMPLE } from '../../../bench/freshness-main.js';
import { type Histories, replay } from '../../../bench/freshness-replay.js';
import { type Freshness, row, summarise } from '../../../bench/freshness-report.js';
import { DAY, WEEK } from '../../../src/service/core/durations.js';
import { DEFAULT_CEILING } from '../../../src/service/schedule/interval.js';
import { followHistories } from '../../support/freshness/follow-histories.js';

/** Two sources for some days, or FEEDCTL_PROOF_SOURCES for FEEDCTL_PROOF_DAYS: npm run prove freshness. */
const PROOF = process.env.FEEDCTL_PROOF_SOURCES;
const SOURCES = Number(PROOF ?? 2);
const DAYS = Number(process.env.FEEDCTL_PROOF_DAYS ?? 4);
const DATA = process.env.FEEDCTL_PROOF_DATA ?? SAMPLE;

/** The sources are created then, a Monday. */
const FROM = Date.UTC(2024, 5, 3);
const UNTIL = FROM + DAYS * DAY;
const WEEKS = Math.ceil((DAYS * DAY) / WEEK);

/**
 * So many sources of the histories in turn. Each is moved by whole weeks, so that its last posts, or
 * earlier ones when it comes again, lie within the time that is followed.
 */
function sources(): Histories {
  const histories = Object.entries(readHistories(DATA));
  return Object.fromEntries(
    Array.from({ length: SOURCES }, (_, index) => {
      const [name, times] = histories[index % histories.length] ?? ['', []];
      const round = Math.floor(index / histories.length);
      const end = (times.at(-1) ?? 0) * 1000 - round * WEEKS * WEEK;
      const moved = Math.ceil((UNTIL - end) / WEEK) * WEEK;
      const shifted = times.map((time) => time + moved / 1000);
      return [`${name}-${round}`, shifted.filter((time) => time * 1000 <= UNTIL)];
    }),
  );
}

/** Until then, a budget may be missed. */
const SETTLING = 3 * DAY;

const LIMIT_MS = 180_000 + SOURCES * DAYS * 10_000;

function print(label: string, freshness: Freshness): void {
  if (PROOF !== undefined) process.stdout.write(`${row(label, freshness)}\n`);
}

describe('the loop of serve on a virtual clock', () => {
  it(
    'shows items as soon as a replay of the schedule does, for as many requests',
    async () => {
      const histories = sources();
      const half = { documentItems: 20, random: () => 0.5 };
      const { replays } = await followHistories(histories, { ...half, from: FROM, until: UNTIL });
      const limits = { ceilingMs: DEFAULT_CEILING };
      const replayed = Object.entries(histories).map(([name, times]) =>
        replay(name, times, { ...half, seed: 1, createdAt: FROM, limits }),
      );
      const [loop, pure] = [summarise(replays), summarise(replayed)];
      print('loop', loop);
      print('replay', pure);
      expect(loop.items).toBe(pure.items);
      expect(loop.items).toBeGreaterThan(2 * SOURCES);
      expect(Math.abs(loop.meanMin / pure.meanMin - 1)).toBeLessThan(0.1);
      expect(Math.abs(loop.p90Min / pure.p90Min - 1)).toBeLessThan(0.1);
      expect(Math.abs(loop.requestsPerDay / pure.requestsPerDay - 1)).toBeLessThan(0.1);
    },
    LIMIT_MS,
  );

  it.skipIf(PROOF === undefined)(
    'keeps to its budget after three days',
    async () => {
      for (const budget of [36, 25]) {
        const histories = sources();
        const { replays, fetches } = await followHistories(histories, {
          ...{ documentItems: 20, from: FROM, until: UNTIL, requestsPerDay: budget },
        });
        print(`budget ${budget}`, summarise(replays));
        const settled = [...fetches.values()].flat().filter((time) => time > FROM + SETTLING);
        const days = (UNTIL - FROM - SETTLING) / DAY;
        expect(Math.abs(settled.length / days / SOURCES / budget - 1)).toBeLessThan(0.05);
      }
    },
    LIMIT_MS,
  );
});
