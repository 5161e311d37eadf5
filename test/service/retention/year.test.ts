import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Month, simulateYear } from '../../support/year/simulate-year.js';

const DAY = 24 * 60 * 60_000;

/**
 * Half a year of a few feeds of which little is kept, twice as long as the longest that anything is
 * kept; or a year of FEEDCTL_PROOF_FEEDS of which 500: npm run prove year.
 */
const PROOF = process.env.FEEDCTL_PROOF_FEEDS;
const FEEDS = Number(PROOF ?? 3);
const KEEP_ITEMS = PROOF === undefined ? 60 : 500;
const MONTHS = PROOF === undefined ? 6 : 12;
const LOOK_EVERY_DAYS = 3;
const LIMIT_MS = 120_000 + FEEDS * 2000;

const directory = mkdtempSync(join(tmpdir(), 'feedctl-year-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function print({ number, bytes, free, rows }: Month): void {
  if (PROOF === undefined) return;
  const counts = Object.entries(rows).map(([name, count]) => `${count} ${name}`);
  process.stdout.write(
    `month ${String(number).padStart(2)}: ${(bytes / 1e6).toFixed(1)} MB, ${(free * 100).toFixed(1)} % free, ${counts.join(', ')}\n`,
  );
}

describe('a year of refreshing', () => {
  let year: Awaited<ReturnType<typeof simulateYear>>;
  beforeAll(async () => {
    year = await simulateYear({
      directory,
      feeds: FEEDS,
      months: MONTHS,
      keepItems: KEEP_ITEMS,
      lookEveryDays: LOOK_EVERY_DAYS,
      clears: true,
      onMonth: print,
    });
  }, LIMIT_MS);
  afterAll(() => year.close());

  it('leaves a file that has stopped growing', () => {
    const bytes = year.months.map((month) => month.bytes);
    const settled = bytes.at(-3) ?? 0;
    expect(Math.max(...bytes.slice(-2)) / settled).toBeLessThan(1.02);
    expect(settled / (bytes[0] ?? 0)).toBeLessThan(PROOF === undefined ? 4 : 20);
  });

  it('keeps of everything what was asked for, and no more', async () => {
    const { store, now } = year;
    const { db } = store;
    const most = await db
      .selectFrom('items')
      .select(({ fn }) => fn.countAll<number>().as('items'))
      .groupBy('feed_id')
      .orderBy('items', 'desc')
      .executeTakeFirstOrThrow();
    expect(Number(most.items)).toBe(KEEP_ITEMS);
    const oldest = async (table: 'events' | 'refreshes' | 'tombstones', column: string) => {
      const { at } = await db
        .selectFrom(table)
        .select(({ fn, ref }) => fn.min<number>(ref(column as never)).as('at'))
        .executeTakeFirstOrThrow();
      return (now - at) / DAY;
    };
    expect(await oldest('events', 'created_at')).toBeLessThanOrEqual(31);
    expect(await oldest('refreshes', 'at')).toBeLessThanOrEqual(91);
    expect(await oldest('tombstones', 'last_seen_at')).toBeLessThanOrEqual(30 + LOOK_EVERY_DAYS);
    // The same from month to month: nothing piles up.
    const [before, after] = year.months.slice(-2).map(({ rows }) => rows);
    expect(before).toBeDefined();
    expect(after).toEqual(before);
  });
});

it.skipIf(PROOF !== undefined)(
  'without clearing away, the file would go on growing',
  async () => {
    const { months, close } = await simulateYear({
      directory,
      feeds: 3,
      months: 4,
      keepItems: KEEP_ITEMS,
      lookEveryDays: LOOK_EVERY_DAYS,
      clears: false,
    });
    await close();
    const [, second, , fourth] = months;
    expect((fourth?.bytes ?? 0) / (second?.bytes ?? 1)).toBeGreaterThan(1.2);
    expect((fourth?.rows.events ?? 0) / (second?.rows.events ?? 1)).toBeGreaterThan(1.9);
  },
  LIMIT_MS,
);
