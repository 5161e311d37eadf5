import { expect, it, onTestFinished } from 'vitest';
import { listFeeds } from '../../../src/service/feeds/list-feeds.js';
import { openService } from '../../../src/service/service.js';
import type { Db } from '../../../src/service/store/store.js';
import { testDatabase } from '../../support/database.js';

const FEEDS = 1120;

it('is the same list, however far down it is read', async () => {
  const service = await openService({ databasePath: await testDatabase(':memory:') });
  onTestFinished(() => service.close());
  const { deps } = service.http;
  await insertFeeds(deps.store.db, service.owner.id);
  const page = async (offset: number, limit = 100) =>
    (await listFeeds(deps, service.owner, { limit, offset })).map(({ id }) => id);

  const all: string[] = [];
  for (let offset = 0; offset < FEEDS; offset += 100) all.push(...(await page(offset)));
  // Two feeds are made at each time: of those the id decides.
  const expected = Array.from({ length: FEEDS }, (_, index) => idOf(index));
  expect(all).toEqual(expected);
  expect(await page(999, 3)).toEqual(expected.slice(999, 1002));
  expect(await page(1003, 2)).toEqual(expected.slice(1003, 1005));
  expect(await page(FEEDS)).toEqual([]);
  expect(await listFeeds(deps, { id: 'another' }, { limit: 100, offset: 1000 })).toEqual([]);
});

function idOf(index: number): string {
  return `f${String(index).padStart(15, '0')}`;
}

async function insertFeeds(db: Db, account: string): Promise<void> {
  const rows = Array.from({ length: FEEDS }, (_, index) => ({
    id: idOf(index),
    account_id: account,
    mode: 'url' as const,
    source_url: `https://${index}.example/`,
    source_key: `https://${index}.example/`,
    region: '',
    title: `Feed ${index}`,
    description: '',
    icon: '',
    poll_url: `https://${index}.example/`,
    origin: 'feed' as const,
    schedule_hints: '{}',
    last_batch_at: 0,
    is_active: 1 as const,
    next_refresh_at: 0,
    last_refreshed_at: 0,
    refresh_count: 0,
    failures: 0,
    gone_answers: 0,
    not_modified: 0,
    document_at: 0,
    created_at: FEEDS - Math.floor(index / 2),
    updated_at: 0,
    revision: 1,
  }));
  for (let start = 0; start < FEEDS; start += 100) {
    await db
      .insertInto('feeds')
      .values(rows.slice(start, start + 100))
      .execute();
  }
}
