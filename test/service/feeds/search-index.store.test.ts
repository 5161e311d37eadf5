import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { foldText } from '../../../src/base/fold-text.js';
import { OWNER } from '../../../src/service/accounts/account.js';
import { openService } from '../../../src/service/app/service.js';
import { listFeeds } from '../../../src/service/feeds/list-feeds.js';
import { mayMatch } from '../../../src/service/feeds/search-feeds.js';
import { isPostgres } from '../../../src/service/store/dialect.js';
import { testDatabase } from '../../support/database.js';
import { type FeedColumns, feedIdAt, insertFeeds } from '../../support/feed-rows.js';
import { runs } from '../../support/property-runs.js';

async function withFeeds(columns: readonly FeedColumns[]) {
  const service = await openService({ databasePath: await testDatabase() });
  onTestFinished(() => service.close());
  const { deps } = service.http;
  const { db } = deps.store;
  await insertFeeds(db, OWNER.id, columns);
  const search = async (text: string) =>
    (await listFeeds(deps, OWNER, { limit: 100, offset: 0, search: text })).rows.map(
      ({ id }) => id,
    );
  return { db, search };
}

const letters = fc.constantFrom(...'abcABC %_"\'\\-.ÄäéſKﬁ漢字'.split(''));
const word = fc.array(letters, { maxLength: 7 }).map((all) => all.join(''));
const change = fc.record({
  at: fc.nat(7),
  kind: fc.constantFrom('title', 'title_override', 'source_url', 'none', 'delete'),
  text: word,
});

it('finds what a comparison of all names finds, whatever was renamed or deleted', async () => {
  const { db, search } = await withFeeds([]);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(word, fc.option(word)), { minLength: 1, maxLength: 8 }),
      fc.array(change, { maxLength: 4 }),
      fc.array(word, { minLength: 1, maxLength: 5 }),
      async (names, changes, texts) => {
        await db.deleteFrom('feeds').execute();
        const rows = names.map(([title, title_override], at) => ({
          ...{ title, title_override, source_url: `https://${at}.example/` },
        }));
        await insertFeeds(db, OWNER.id, rows);
        const kept = new Map(rows.map((row, at) => [feedIdAt(at), row]));
        for (const { at, kind, text } of changes) {
          const id = feedIdAt(at);
          const row = kept.get(id);
          if (row === undefined) continue;
          if (kind === 'delete') {
            await db.deleteFrom('feeds').where('id', '=', id).execute();
            kept.delete(id);
            continue;
          }
          const set = kind === 'none' ? { title_override: null } : { [kind]: text };
          await db.updateTable('feeds').set(set).where('id', '=', id).execute();
          kept.set(id, { ...row, ...set });
        }
        const parts = [...kept.values()].flatMap(({ title }) => [
          title.slice(1),
          title.slice(0, 3),
        ]);
        for (const text of [...texts, ...parts].filter((each) => each !== '')) {
          const expected = [...kept].flatMap(([id, { title, title_override, source_url }]) =>
            [title_override ?? title, source_url].some((name) =>
              foldText(name).includes(foldText(text)),
            )
              ? [id]
              : [],
          );
          expect([text, (await search(text)).sort()]).toEqual([text, expected.sort()]);
        }
      },
    ),
    { numRuns: runs(12) },
  );
});

it('knows the few feeds that may match, and says when it does not', async () => {
  const { db, search } = await withFeeds([
    { title: 'Coral reef' },
    { title: 'Korallenriff für alle' },
    { title: 'Ships' },
    { title: 'hidden reef', title_override: 'Boats' },
  ]);
  const other = { id: 'other' };
  await db
    .insertInto('accounts')
    .values({ ...other, name: 'other', created_at: 0 })
    .execute();
  const ids = async (text: string, account = OWNER) => (await mayMatch(db, account, text))?.sort();
  // The one with another letter is compared.
  expect(await ids('REEF')).toEqual([feedIdAt(0), feedIdAt(1)]);
  expect(await ids('für')).toEqual([feedIdAt(1)]);
  expect(await ids('reef', other)).toEqual([]);
  // Those with titles that begin with it; the newest ones are compared, too.
  expect(await ids('re')).toEqual([feedIdAt(1)]);
  expect(await ids('s')).toEqual([feedIdAt(1), feedIdAt(2)]);
  expect(await search('re')).toEqual([feedIdAt(0)]);
  expect(await search('FUR')).toEqual([feedIdAt(1)]);
  expect(await search('example')).toHaveLength(4);
});

it('finds the same without the extension of PostgreSQL', async () => {
  const { db, search } = await withFeeds([{ title: 'Coral reef' }, { title: 'Ships' }]);
  if (!isPostgres(db)) return;
  await sql`drop index feed_names_trigrams`.execute(db);
  expect(await mayMatch(db, OWNER, 'reef')).toBeNull();
  expect(await search('reef')).toEqual([feedIdAt(0)]);
});

it('leaves a text that thousands have to a walk from the newest', async () => {
  const { db, search } = await withFeeds([
    ...Array(2100).fill({ title: 'Daily news' }),
    ...[{ title: 'QZ station' }, { title: 'The QZ station' }, { title: 'Zürich qz' }],
  ]);
  for (const text of ['daily', 'd']) {
    expect(await mayMatch(db, OWNER, text)).toBeNull();
    expect((await search(text)).slice(0, 2)).toEqual([feedIdAt(0), feedIdAt(1)]);
  }
  // Behind those whose names are compared, a short text is found at the beginning of a title only.
  expect(await search('qz')).toEqual([2100, 2102].map(feedIdAt));
  expect(await search('qz s')).toEqual([2100, 2101].map(feedIdAt));
});
