import { beforeAll, describe, expect, it } from 'vitest';
import { openService } from '../../../src/service/app/service.js';
import { HOUR, MINUTE } from '../../../src/service/core/durations.js';
import { pushLinksColumn } from '../../../src/service/feeds/push-subscription.js';
import { readingColumns, sourceOf } from '../../../src/service/feeds/source-columns.js';
import { fetched, pushed } from '../../../src/service/refresh/arrival.js';
import type { RefreshDeps } from '../../../src/service/refresh/refresh-result.js';
import type { ClaimedFeed } from '../../../src/service/refresh/suspension.js';
import { startRhythm } from '../../../src/service/schedule/rhythm.js';
import type { DocumentReading } from '../../../src/service/sources/source-reader.js';
import { fileDatabase } from '../../support/database.js';
import { insertFeeds } from '../../support/feed-rows.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';

const NOW = Date.UTC(2026, 0, 15, 12);
const DEPS = { random: () => 0 } as RefreshDeps;
const RHYTHM = startRhythm([], NOW);

const READING: DocumentReading = {
  kind: 'document',
  document: {
    ...{ title: 'T', description: 'D', icon: 'https://a.example/i.png', language: 'en' },
    ...{ siteUrl: 'https://a.example/', entries: [], podcastXml: null },
    schedule: { minIntervalMs: null, skipHours: [], skipDays: [] },
  },
  state: {
    ...{ pollUrl: 'https://a.example/feed', etag: null, lastModified: null, bodyHash: null },
    ...{ origin: 'feed', rule: null },
  },
  freshForMs: null,
};

/** A stored feed that was read with `READING` before. */
let known: ClaimedFeed;

beforeAll(async () => {
  const { location, drop } = await fileDatabase();
  const service = await openService({ databasePath: location });
  const { db } = service.http.deps.store;
  await insertFeeds(db, OWNER.id, [{}]);
  const row = await db.selectFrom('feeds').selectAll().executeTakeFirstOrThrow();
  await service.close();
  await drop();
  const feed = { ...row, lease_token: 'mine' };
  known = { ...feed, ...readingColumns(READING, sourceOf(feed), NOW - HOUR) };
});

function arrived(feed: Partial<ClaimedFeed> = {}, reading: Partial<DocumentReading> = {}) {
  const read = { ...READING, ...reading };
  const attempt = { reading: read, conditional: false, now: NOW, durationMs: 1 };
  return fetched(DEPS, { ...known, ...feed }, attempt);
}

describe('a document that was fetched', () => {
  it.each([
    ['the same', {}, false],
    ['another title', { title: 'x' }, true],
    ['another title that is hidden', { title: 'x', title_override: 'Mine' }, false],
    ['the same title, which is hidden', { title_override: 'Mine' }, false],
    ['another description', { description: 'x' }, true],
    ['a hidden description', { description: 'x', description_override: '' }, false],
    ['another icon', { icon: 'x' }, true],
    ['a hidden icon', { icon: 'x', icon_override: '' }, false],
    ['another language', { language: null }, true],
    ['another site', { site_url: null }, true],
    ['other podcast elements', { podcast_xml: '<itunes:author/>' }, true],
    ['another address to poll', { poll_url: 'https://b.example/' }, false],
  ] as [string, Partial<ClaimedFeed>, boolean][])('%s', (_, before, differs) => {
    expect(arrived(before).looksDifferent).toBe(differs);
    expect(arrived(before).isPushed).toBe(false);
  });

  it('is trusted to come by push until it has something that was not pushed', () => {
    const feed = { push_until: NOW + 48 * HOUR };
    expect(arrived(feed).columns(RHYTHM, false)).toMatchObject({
      ...{ next_refresh_at: NOW + 6 * HOUR, refresh_reason: 'push' },
      push_until: NOW + 48 * HOUR,
    });
    const missed = arrived(feed).columns(RHYTHM, true);
    expect(missed.push_until).toBeNull();
    expect(missed.next_refresh_at).toBeLessThanOrEqual(NOW + HOUR);
  });

  it.each([
    ['none', null],
    ['over', NOW],
  ])('is fetched at its own times when the lease of a hub is %s', (_, push_until) => {
    const next = arrived({ push_until }).columns(RHYTHM, false);
    expect(next.next_refresh_at).toBeLessThanOrEqual(NOW + HOUR);
    expect(next.push_until).toBe(push_until);
  });

  it('is fetched at the interval of its owner, pushed or not', () => {
    const feed = { push_until: NOW + 48 * HOUR, refresh_interval: 30 * MINUTE };
    const { next_refresh_at } = arrived(feed).columns(RHYTHM, false);
    expect(next_refresh_at).toBeLessThanOrEqual(NOW + 33 * MINUTE);
  });

  it('says how long it is fresh, and that the feed is well', () => {
    const feed: Partial<ClaimedFeed> = { failures: 3, is_active: 0, last_error: 'It was away.' };
    const columns = arrived(feed, { freshForMs: 2 * HOUR }).columns(RHYTHM, false);
    expect(columns).toMatchObject({
      ...{ failures: 0, is_active: 1, last_error: null },
      fresh_until: NOW + 2 * HOUR,
    });
    expect(arrived().columns(RHYTHM, false).fresh_until).toBeNull();
  });

  it('records its hubs when they are others than before, and only then', async () => {
    const { deps, create, sources } = await startSetup();
    const { db } = deps.store;
    const id = await create(sources.publish('/a.xml', { items: [] }));
    const push = { hubs: ['https://hub.example/'], self: 'https://a.example/feed' };
    const reading = { document: { ...READING.document, push } };
    const topics = async () => {
      const rows = await db.deleteFrom('push_subscriptions').returning('topic').execute();
      return rows.map(({ topic }) => topic);
    };
    await arrived({ id, push_links: null }, reading).write(db);
    expect(await topics()).toEqual([push.self]);
    await arrived({ id, push_links: pushLinksColumn(push) }, reading).write(db);
    expect(await topics()).toEqual([]);
  });

  it('notes a list that was not found, and since when', async () => {
    const { sources, create, row } = await startSetup();
    const stories = Array.from(
      { length: 9 },
      (_, at) => `<li><h2><a href="/s-${at}">Story ${at}</a></h2></li>`,
    );
    const page = `<html><body><main><ul>${stories.join('')}</ul></main></body></html>`;
    const stored = await row(await create(sources.on('/', (_, response) => response.end(page))));
    const rule = { ...JSON.parse(stored.rule ?? ''), misses: 3 };
    const missed = { state: { ...READING.state, origin: 'page' as const, rule } };
    expect(arrived().note).toBeNull();
    const arrival = arrived({}, missed);
    expect(arrival.note).toBe('The page changed, and its list is lost: 0 of 9 items were found.');
    const drift = JSON.parse(String(arrival.columns(RHYTHM, false).drift));
    expect(drift).toMatchObject({ since: NOW, expected: 9, found: 0 });
    const lost = { state: { ...missed.state, rule: { ...rule, lostSince: NOW - HOUR } } };
    const later = arrived({}, lost).columns(RHYTHM, false).drift;
    expect(JSON.parse(String(later))).toEqual({ ...drift, since: NOW - HOUR });
    expect(arrived({ drift: String(later) }).columns(RHYTHM, false).drift).toBeNull();
  });
});

describe('a document that a hub sent', () => {
  const until = NOW + 48 * HOUR;
  const next_refresh_at = NOW + MINUTE;
  const columnsOf = (feed: Partial<ClaimedFeed>) =>
    pushed(DEPS, { ...known, next_refresh_at, ...feed }, NOW, until).columns(RHYTHM, true);

  it('may be a part of the feed, which keeps its title', () => {
    const arrival = pushed(DEPS, known, NOW, until);
    expect(arrival).toMatchObject({ isPushed: true, looksDifferent: false, note: null });
  });

  it.each([
    ['before any', { push_until: null }],
    ['after a lease that is over', { push_until: NOW }],
  ])('%s, postpones the fetch', (_, feed) => {
    const postponed = { next_refresh_at: NOW + 6 * HOUR, refresh_reason: 'push' };
    expect(columnsOf(feed)).toEqual({ ...postponed, push_until: until });
  });

  it.each([
    ['after another one', { push_until: NOW + 1 }],
    ['of a failing feed', { failures: 1 }],
    ['of an inactive feed', { is_active: 0 }],
  ] as [string, Partial<ClaimedFeed>][])('%s, leaves the fetch where it is', (_, feed) => {
    expect(columnsOf(feed)).toEqual({ next_refresh_at, push_until: until });
  });
});
