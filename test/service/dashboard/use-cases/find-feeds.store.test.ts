import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OWNER_ID } from '../../../../src/service/accounts/account.js';
import { openService } from '../../../../src/service/app/service.js';
import { findFeeds } from '../../../../src/service/dashboard/use-cases/find-feeds.js';
import { countFeeds, countTroubled } from '../../../../src/service/feeds/count-feeds.js';
import type { Deps } from '../../../../src/service/feeds/deps.js';
import type { FeedQuery } from '../../../../src/service/feeds/list-feeds.js';
import { testDatabase } from '../../../support/database.js';
import { numberedItems } from '../../../support/rss.js';
import { startSourceServer } from '../../../support/source-server.js';

const OWNER = { id: OWNER_ID };

/** An account with as many feeds as there are titles, the first the oldest. */
async function accountOf(titles: readonly string[]): Promise<Deps> {
  const source = await startSourceServer();
  const service = await openService({
    databasePath: await testDatabase(),
    allowPrivateNetworks: true,
  });
  onTestFinished(async () => {
    await service.close();
    await source.close();
  });
  const { apiKey, apiSecret } = await service.issueOwnerKey('test');
  const url = source.publish('/feed', { title: 'model', items: numberedItems(1) });
  const made = await service.fetch(
    new Request('http://127.0.0.1/v1/feeds', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${apiKey}:${apiSecret}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ url }),
    }),
  );
  expect(made.status).toBe(201);
  const { deps } = service.http;
  const { db } = deps.store;
  const model = await db.selectFrom('feeds').selectAll().executeTakeFirstOrThrow();
  await db.deleteFrom('feeds').execute();
  for (let start = 0; start < titles.length; start += 100) {
    const rows = titles.slice(start, start + 100).map((title, index) => ({
      ...model,
      id: `feed${String(start + index).padStart(12, '0')}`,
      title,
      source_url: `https://site.example/${start + index}`,
      source_key: `key ${start + index}`,
      created_at: start + index,
    }));
    await db.insertInto('feeds').values(rows).execute();
  }
  return deps;
}

function titlesOf({ feeds }: { feeds: { title: string }[] }): string[] {
  return feeds.map(({ title }) => title);
}

describe('findFeeds', () => {
  it('searches titles and addresses without regard to case and accents', async () => {
    const deps = await accountOf(['Über Brücken', 'CAFÉ', 'Ελλάδα', '100% a_b', 'plain', 'a\\b']);
    const search = async (text: string) =>
      titlesOf(await findFeeds(deps, OWNER, { search: text }, { limit: 9, offset: 0 }));
    expect(await search('uber')).toEqual(['Über Brücken']);
    expect(await search('BRÜCK')).toEqual(['Über Brücken']);
    expect(await search('café')).toEqual(['CAFÉ']);
    expect(await search('ΕΛΛΑΔΑ')).toEqual(['Ελλάδα']);
    expect(await search('0%')).toEqual(['100% a_b']);
    expect(await search('a_b')).toEqual(['100% a_b']);
    expect(await search('site.example/4')).toEqual(['plain']);
    expect(await search('%')).toEqual(['100% a_b']);
    expect(await search('\\')).toEqual(['a\\b']);
    expect(await search('nothing')).toEqual([]);
  });

  it('finds what is far down a long list, page by page and without a gap', async () => {
    const titles = Array.from({ length: 2500 }, (_, index) =>
      index % 500 === 0 ? `${index < 1000 ? 'NÉEDLE' : 'needle'} ${index}` : `straw ${index}`,
    );
    const deps = await accountOf(titles);
    const query = { search: 'needle' };
    const first = await findFeeds(deps, OWNER, query, { limit: 3, offset: 0 });
    expect([titlesOf(first), first.hasMore]).toEqual([
      ['needle 2000', 'needle 1500', 'needle 1000'],
      true,
    ]);
    const second = await findFeeds(deps, OWNER, query, { limit: 3, offset: 3 });
    expect([titlesOf(second), second.hasMore]).toEqual([['NÉEDLE 500', 'NÉEDLE 0'], false]);
    await sql`update feeds set created_at = 7`.execute(deps.store.db);
    expect(titlesOf(await findFeeds(deps, OWNER, query, { limit: 9, offset: 1 }))).toEqual([
      'NÉEDLE 500',
      'needle 1000',
      'needle 1500',
      'needle 2000',
    ]);
  });

  it('filters and counts by health', async () => {
    const deps = await accountOf(['ok', 'failing', 'inactive', 'inactive and failing']);
    const set = (title: string, columns: { is_active?: 0; failures?: number }) =>
      deps.store.db.updateTable('feeds').set(columns).where('title', '=', title).execute();
    await set('failing', { failures: 1 });
    await set('inactive', { is_active: 0 });
    await set('inactive and failing', { is_active: 0, failures: 9 });
    const list = async (health: FeedQuery['health']) =>
      titlesOf(await findFeeds(deps, OWNER, { health }, { limit: 9, offset: 0 }));
    expect(await list('ok')).toEqual(['ok']);
    expect(await list('failing')).toEqual(['failing']);
    expect(await list('inactive')).toEqual(['inactive and failing', 'inactive']);
    expect(await countFeeds(deps.store.db, OWNER)).toEqual({
      all: 4,
      ok: 1,
      failing: 1,
      inactive: 2,
    });
    expect(await countTroubled(deps.store.db, OWNER)).toBe(3);
    expect(await countTroubled(deps.store.db, { id: 'nobody' })).toBeNull();
    expect(await countFeeds(deps.store.db, { id: 'nobody' })).toEqual({
      all: 0,
      ok: 0,
      failing: 0,
      inactive: 0,
    });
  });
});
