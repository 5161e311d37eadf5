import type { Deps } from '../feeds/deps.js';
import { readFeedDocument } from '../items/feed-document.js';
import type { Db } from '../store/store.js';
import { type FeedRow, keptColumns } from './feed-rows.js';
import { LOST, readPublishedFile, sameEntry, stateEntry } from './item-entries.js';
import type { SeededFeed } from './item-texts.js';
import type { SeededBundle } from './seed.js';
import type { BundleState, Cells, FeedState } from './site-state.js';
import type { Summary } from './summary.js';

/** The facts of a feed that a later build needs. */
export async function drainFeed(
  db: Db,
  row: FeedRow,
  { wanted, before, isAsBefore }: SeededFeed,
  facts: {
    slug: string | null;
    summary: Summary | null;
    error: FeedState['error'];
    /** The JSON Feed of this build; null if it did not change since the last one. */
    json: string | null;
  },
): Promise<FeedState> {
  const { json, ...told } = facts;
  const isUnchanged =
    row.body_hash === before?.row.body_hash && row.revision === before?.row.revision;
  if (before !== null && isAsBefore && isUnchanged && json === null) {
    const { listed, followed, dropped, items } = before;
    return { key: wanted.key, ...told, row: keptColumns(row), listed, followed, dropped, items };
  }
  const items = await db
    .selectFrom('items')
    .selectAll()
    .where('feed_id', '=', row.id)
    .orderBy('added_at', 'desc')
    .orderBy('position')
    .execute();
  const published = json === null ? null : readPublishedFile(json);
  const entriesBefore = new Map(before?.items.map((entry) => [entry.identity, entry]));
  const entryOf = (item: (typeof items)[number]): Cells => {
    const same = json === null ? entriesBefore.get(item.identity) : undefined;
    return same === undefined
      ? stateEntry(item, published?.items.get(item.identity))
      : sameEntry(item, same);
  };
  return {
    key: wanted.key,
    ...told,
    row: keptColumns(row),
    ...(await documentOf(db, row.id)),
    dropped: await droppedOf(db, row.id),
    items: items.map(entryOf),
  };
}

async function documentOf(db: Db, feedId: string): Promise<Pick<FeedState, 'listed' | 'followed'>> {
  const { identities, followed } = await readFeedDocument(db, feedId);
  return { listed: [...identities], followed };
}

async function droppedOf(db: Db, feedId: string): Promise<[string, number][]> {
  const rows = await db
    .selectFrom('tombstones')
    .select(['hash', 'last_seen_at'])
    .where('feed_id', '=', feedId)
    .orderBy('hash')
    .execute();
  return rows.map(({ hash, last_seen_at }) => [hash, last_seen_at]);
}

/** The facts of a bundle that a later build needs. */
export async function drainBundle(
  db: Db,
  { id, wanted }: SeededBundle,
  { slug, summary }: { slug: string; summary: Summary },
  keys: ReadonlyMap<string, string>,
): Promise<BundleState> {
  const row = await db
    .selectFrom('bundles')
    .select(['id', 'name', 'description', 'icon', 'filters'])
    .select(['created_at', 'updated_at', 'revision'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const members = await db
    .selectFrom('bundle_feeds')
    .select('feed_id')
    .where('bundle_id', '=', id)
    .orderBy('position')
    .execute();
  const kept = Object.entries(row).filter(([, value]) => value !== null);
  return {
    key: wanted.key,
    slug,
    summary,
    row: Object.fromEntries(kept),
    members: members.flatMap(({ feed_id }) => keys.get(feed_id) ?? []),
  };
}

/** Blocks of domains that are still in force. */
export async function drainBlocks({
  store,
  clock,
}: Pick<Deps, 'store' | 'clock'>): Promise<[string, number][]> {
  const rows = await store.db
    .selectFrom('host_blocks')
    .select(['domain', 'until'])
    .where('until', '>', clock.now())
    .orderBy('domain')
    .execute();
  return rows.map(({ domain, until }) => [domain, until]);
}

/** Deletes items whose text was lost and that no document listed again. */
export async function dropLostItems(db: Db): Promise<void> {
  await db.deleteFrom('items').where('fingerprint', '=', LOST).execute();
}
