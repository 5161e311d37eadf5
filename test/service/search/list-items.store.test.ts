import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { OWNER } from '../../../src/service/accounts/account.js';
import { openService } from '../../../src/service/app/service.js';
import { createBundle } from '../../../src/service/bundles/edit-bundle.js';
import { riverOf } from '../../../src/service/dashboard/use-cases/river.js';
import { listItems } from '../../../src/service/search/list-items.js';
import { testDatabase } from '../../support/database.js';
import { insertEntries, insertFeeds, type StoredEntry } from '../../support/feed-rows.js';
import { runs } from '../../support/property-runs.js';

const NOW = Date.UTC(2026, 5, 1);
const HOUR = 3_600_000;

/** Feeds that are quiet, that publish ahead of time, without dates, and with items that are hidden. */
const feeds = fc.array(
  fc.record({
    max_age: fc.option(fc.constantFrom(5 * HOUR, 500 * HOUR)),
    items: fc.array(
      fc.record({
        // Many at one time, as after an import.
        added: fc.oneof(fc.integer({ min: 0, max: 400 }), fc.constant(3), fc.constant(3)),
        date: fc.option(fc.oneof(fc.integer({ min: -20, max: 400 }), fc.constant(5)), { freq: 1 }),
      }),
      { maxLength: 6 },
    ),
  }),
  { maxLength: 30 },
);

it('lists what a reading of all items finds, page by page', { tags: 'slow' }, async () => {
  const service = await openService({ databasePath: await testDatabase() });
  onTestFinished(() => service.close());
  const { deps: own } = service.http;
  const deps = { ...own, clock: { ...own.clock, now: () => NOW } };
  const { db } = deps.store;
  const account = { ...OWNER, role: 'owner' as const };

  const check = async (given: typeof feeds extends fc.Arbitrary<infer Value> ? Value : never) => {
    await db.deleteFrom('bundles').execute();
    await db.deleteFrom('feeds').execute();
    const ids = await insertFeeds(
      db,
      OWNER.id,
      given.map(({ max_age }) => ({ max_age })),
    );
    const all: (StoredEntry & { feed: string; title: string; date: number | null })[] = [];
    for (const [at, { items, max_age }] of given.entries()) {
      const feed = ids[at] ?? '';
      const entries = items.map(({ added, date }, n) => ({
        ...{ identity: `${feed} ${n}`, title: `${at} ${n}`, addedAt: NOW - added * HOUR },
        date: date === null ? null : NOW - date * HOUR,
      }));
      await insertEntries(db, feed, entries);
      for (const entry of entries) {
        const isOld = max_age !== null && (entry.date ?? entry.addedAt) < NOW - max_age;
        if (!isOld) all.push({ ...entry, feed });
      }
    }
    const { id: bundle } = await createBundle(deps, account, { name: 'B', feeds: ids });
    const added = all.toSorted(
      (a, b) => b.addedAt - a.addedAt || compare(a.feed, b.feed) || compare(a.identity, b.identity),
    );
    const time = ({ date }: { date: number | null }) => date ?? Number.NEGATIVE_INFINITY;
    const dated = all.toSorted(
      (a, b) =>
        Number(time(b) > time(a)) - Number(time(b) < time(a)) ||
        compare(a.feed, b.feed) ||
        compare(a.identity, b.identity),
    );
    const since = NOW - 30 * HOUR;
    for (const scope of ['', bundle]) {
      const pages = async (query: Parameters<typeof listItems>[2]) => {
        const titles: string[] = [];
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const page = await listItems(deps, account, {
            ...{ scope, limit: 7, ...query },
            ...(cursor && { cursor }),
          });
          titles.push(...page.items.map(({ title }) => title));
          cursor = page.cursor;
        }
        return titles;
      };
      const titlesOf = (items: typeof all) => items.map(({ title }) => title);
      expect(await pages({})).toEqual(titlesOf(added));
      expect(await pages({ sort: 'date' })).toEqual(titlesOf(dated));
      const isNew = ({ date }: { date: number | null }) => date !== null && date >= since;
      const iso = new Date(since).toISOString();
      expect(await pages({ since: iso })).toEqual(titlesOf(added.filter(isNew)));
      expect(await pages({ since: iso, sort: 'date' })).toEqual(titlesOf(dated.filter(isNew)));
      const first = await listItems(deps, account, { scope, since: iso });
      expect(first.undated).toBe(all.filter(({ date }) => date === null).length);
      const river: string[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const page: Awaited<ReturnType<typeof riverOf>> = await riverOf(deps, account, {
          scope,
          after,
        });
        river.push(...page.items.map(({ item }) => item.title));
        after = page.next;
      }
      const at = ({ date, addedAt }: { date: number | null; addedAt: number }) => date ?? addedAt;
      const expected = all
        .filter((item) => at(item) <= NOW)
        .toSorted(
          (a, b) =>
            at(b) - at(a) ||
            compare(a.feed, b.feed) ||
            b.addedAt - a.addedAt ||
            compare(a.identity, b.identity),
        );
      expect(river).toEqual(titlesOf(expected));
    }
  };
  await fc.assert(fc.asyncProperty(feeds, check), { numRuns: runs(12) });
});

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
