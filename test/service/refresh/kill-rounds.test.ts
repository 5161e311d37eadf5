import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import LibsqlDatabase from 'libsql';
import { expect, it, onTestFinished } from 'vitest';
import type { FeedUpdateEvent, Item } from '../../../src/contract/index.js';
import { OWNER } from '../../../src/service/accounts/account.js';
import { openService } from '../../../src/service/app/service.js';
import { createFeed } from '../../../src/service/feeds/create-feed.js';
import { type Child, startChild } from '../../support/child-process.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';
import { startChangingSources } from './changing-sources.js';

/** FEEDCTL_PROOF_ROUNDS=100 is the long form: npm run prove refresh. */
const PROOF = process.env.FEEDCTL_PROOF_ROUNDS;
const ROUNDS = Number(PROOF ?? 2);
const FEEDS = PROOF === undefined ? 6 : 12;

/** A feed is looked at again after so many milliseconds. */
const FLOOR_MS = 30;

/** What a killed process had claimed is free again after so many milliseconds. */
const LEASE_MS = 300;

it(`nothing is lost or said twice, though refreshing is killed ${ROUNDS} times`, {
  timeout: 180_000 + ROUNDS * 60_000,
}, async () => {
  const databasePath = join(temporaryDirectory(), 'feedctl.db');
  const sources = await startChangingSources(FEEDS);
  onTestFinished(() => sources.close());
  const feeds = new Map<string, string>();
  const service = await openService({
    databasePath,
    allowPrivateNetworks: true,
    refreshFloorMs: FLOOR_MS,
    refreshCeilingMs: FLOOR_MS,
  });
  // So that there are events: nothing is ever sent to it.
  await (await service.http.webhooks.of(OWNER)).create({ url: sources.urls[0] ?? '' });
  for (const url of sources.urls) {
    const { feed } = await createFeed(service.http.deps, OWNER, { url, announce: true });
    feeds.set(feed.id, url);
  }
  await service.close();

  const start = (mode: string): Promise<Child> =>
    startChild(
      'test/service/refresh/kill-rounds.child.ts',
      databasePath,
      String(FLOOR_MS),
      String(LEASE_MS),
      mode,
    );
  let before: StoredItem[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Two processes on one database, now and then.
    const children = await Promise.all(['refresh', 'refresh'].slice(round % 2).map(start));
    await Promise.all(children.map((child) => child.line()));
    await sources.requests(randomInt(1, 5 * FEEDS));
    // On a busy machine leases expire, and the answers to many requests are not stored.
    if (round === ROUNDS - 1) {
      await expect.poll(() => refreshes(databasePath)).toBeGreaterThan(FEEDS * 2);
    }
    await sleep(randomInt(0, 20));
    for (const child of children) child.kill();
    await Promise.all(children.map(({ exit }) => exit));
    const now = storedItems(databasePath);
    expect(missingFrom(now, before)).toEqual([]);
    before = now;
  }
  sources.freeze();
  const last = await start('finish');
  expect(await last.exit).toBe(0);

  const stored = storedItems(databasePath);
  const events = storedEvents(databasePath);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  for (const [feedId, url] of feeds) {
    const truth = sources.published(url).map(({ title, version }) => `${title}: ${version}`);
    const own = stored.filter((item) => item.feed_id === feedId);
    expect(own.map(({ title, text }) => `${title}: ${versionIn(text)}`).sort()).toEqual(
      truth.sort(),
    );
    checkAnnounced(
      events.filter(({ feed }) => feed.id === feedId),
      own,
    );
  }
  expect(pragma(databasePath, 'integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(pragma(databasePath, 'foreign_key_check')).toEqual([]);
});

interface StoredItem {
  feed_id: string;
  identity: string;
  added_at: number;
  title: string;
  text: string;
}

/** Each item announced as new once, then in ever later versions, the last of which is stored. */
function checkAnnounced(events: readonly FeedUpdateEvent[], stored: readonly StoredItem[]): void {
  const said = new Map<string, number>();
  const again: string[] = [];
  for (const { data } of events) {
    for (const item of data.items_new) {
      if (said.has(item.title)) again.push(item.title);
      said.set(item.title, versionOf(item));
    }
    for (const item of data.items_changed) {
      if (versionOf(item) <= (said.get(item.title) ?? Number.POSITIVE_INFINITY)) {
        again.push(`${item.title}, changed`);
      }
      said.set(item.title, versionOf(item));
    }
  }
  expect(again).toEqual([]);
  expect([...said].sort()).toEqual(
    stored.map(({ title, text }) => [title, versionIn(text)] as [string, number]).sort(),
  );
}

/** What was stored, and is not, or under another identity or in another batch. */
function missingFrom(now: readonly StoredItem[], before: readonly StoredItem[]): string[] {
  const key = ({ feed_id, identity, added_at }: StoredItem) => `${feed_id} ${identity} ${added_at}`;
  const keys = new Set(now.map(key));
  return before.map(key).filter((one) => !keys.has(one));
}

function versionOf({ description_text }: Item): number {
  return versionIn(description_text);
}

function versionIn(text: string): number {
  return Number(/Version (\d+)/.exec(text)?.[1]);
}

function storedItems(path: string): StoredItem[] {
  return query(
    path,
    'select feed_id, identity, added_at, title, description_text as text from items order by title',
  ) as StoredItem[];
}

function storedEvents(path: string): FeedUpdateEvent[] {
  const rows = query(path, 'select payload from events order by created_at, rowid');
  return (rows as { payload: string }[]).map(({ payload }) => JSON.parse(payload));
}

function refreshes(path: string): number {
  const [row] = query(path, 'select sum(refresh_count) as refreshes from feeds');
  return (row as { refreshes: number }).refreshes;
}

function query(path: string, sql: string): unknown[] {
  const database = new LibsqlDatabase(path);
  try {
    return database.prepare(sql).all([]);
  } finally {
    database.close();
  }
}

function pragma(path: string, name: string): unknown {
  const database = new LibsqlDatabase(path);
  try {
    return database.pragma(name);
  } finally {
    database.close();
  }
}
