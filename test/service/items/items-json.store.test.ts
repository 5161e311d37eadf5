import * as fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { OWNER } from '../../../src/service/accounts/account.js';
import { openService } from '../../../src/service/app/service.js';
import { getBundle, getBundleJson } from '../../../src/service/bundles/read-bundle.js';
import { getFeed, getFeedJson } from '../../../src/service/feeds/read-feeds.js';
import { AnswerCache } from '../../../src/service/http/answer-cache.js';
import { testDatabase } from '../../support/database.js';

/** Texts that a store can hold: whole characters, with those that JSON escapes. */
const text = fc.string({
  unit: fc.constantFrom(
    'a',
    '"',
    '\\',
    '\n',
    '\t',
    '\u0001',
    '\u007f',
    '\u2028',
    'é',
    '🦊',
    '<',
    '&',
    '/',
  ),
  maxLength: 12,
});

const item = fc.record({
  url: text,
  title: text,
  description_text: text,
  description_html: text,
  thumbnail: fc.option(text, { nil: null }),
  date_published: fc.option(
    fc.oneof(
      fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 }),
      // Beyond the year 9999, and before the year 0.
      fc.constantFrom(253_402_300_800_000, -62_167_219_200_001, -1, 0),
    ),
    { nil: null },
  ),
  authors: fc
    .array(fc.record({ name: text }), { maxLength: 2 })
    .map((each) => JSON.stringify(each)),
  extras: fc.option(
    fc
      .record({ summary: text, tags: fc.array(text, { maxLength: 2 }) }, { requiredKeys: [] })
      .map((each) => JSON.stringify(each)),
    { nil: null },
  ),
});

it('of an answer in parts is that of the answer in one, for any stored item', async () => {
  const service = await openService({ databasePath: await testDatabase() });
  onTestFinished(() => service.close());
  const { deps } = service.http;
  const { db } = deps.store;
  const feed = 'f'.padEnd(16, '0');
  const bundle = '_'.padEnd(17, 'b');
  await db
    .insertInto('feeds')
    .values({
      id: feed,
      account_id: OWNER.id,
      mode: 'url',
      source_url: 'https://a.example/',
      source_key: 'a.example',
      region: '',
      keyword: null,
      selectors: null,
      title: 'A "feed"',
      description: '',
      icon: '',
      language: null,
      site_url: null,
      title_override: null,
      description_override: null,
      icon_override: null,
      custom_author: null,
      poll_url: 'https://a.example/',
      poll_domain: 'a.example',
      etag: null,
      last_modified: null,
      body_hash: null,
      origin: 'feed',
      rule: null,
      schedule_hints: '{"minIntervalMs":null,"skipHours":[],"skipDays":[]}',
      fresh_until: null,
      item_dates: null,
      last_batch_at: 1,
      is_active: 1,
      inactive_reason: null,
      next_refresh_at: 1,
      last_refreshed_at: 1,
      last_error: null,
      refresh_count: 0,
      failures: 0,
      failing_since: null,
      gone_answers: 0,
      not_modified: 0,
      document_at: 1,
      lease_token: null,
      lease_expires_at: null,
      suspended_at: null,
      created_at: 1,
      updated_at: 1,
      revision: 1,
    })
    .execute();
  await db
    .insertInto('bundles')
    .values({
      id: bundle,
      account_id: OWNER.id,
      name: 'B',
      description: '',
      icon: '',
      created_at: 1,
      updated_at: 1,
      revision: 1,
    })
    .execute();
  await db
    .insertInto('bundle_feeds')
    .values({ bundle_id: bundle, feed_id: feed, position: 0 })
    .execute();

  const runs = Number(process.env.FEEDCTL_TEST_RUNS ?? 1) * 20;
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { maxLength: 8 }),
      fc.option(text, { nil: null }),
      async (items, customAuthor) => {
        await db.deleteFrom('items').where('feed_id', '=', feed).execute();
        await db.updateTable('feeds').set({ custom_author: customAuthor }).execute();
        for (const [position, each] of items.entries()) {
          const row = { ...each, feed_id: feed, identity: `i${position}`, added_at: 5 - position };
          await db
            .insertInto('items')
            .values({
              ...row,
              ...{ position, guid: null, fingerprint: '1.x', source_hash: null },
              ...{ announced_changes: 0, updated_at: 1 },
            })
            .execute();
        }
        const json = async (parts: Promise<Uint8Array[]>): Promise<unknown> =>
          JSON.parse(Buffer.concat(await parts).toString());
        // Nothing is kept: every round stores other items under the same revision.
        const answers = new AnswerCache(0);
        for (const sort of ['last_added', 'date'] as const) {
          const query = { sort };
          expect(await json(getFeedJson(deps, answers, OWNER, feed, query))).toEqual(
            JSON.parse(JSON.stringify(await getFeed(deps, OWNER, feed, query))),
          );
          expect(await json(getBundleJson(deps, answers, OWNER, bundle, query))).toEqual(
            JSON.parse(JSON.stringify(await getBundle(deps, OWNER, bundle, query))),
          );
        }
      },
    ),
    { numRuns: runs },
  );
});
