import { slugKey } from '../../contract/slug.js';
import type { Account } from '../accounts/account.js';
import { ServiceError } from '../core/errors.js';
import { newBundleId } from '../core/ids.js';
import type { Deps } from '../feeds/deps.js';
import { checkFilters } from '../filters/check-filters.js';
import { filtersColumn } from '../filters/stored-filters.js';
import { writeFeedDocument } from '../items/feed-document.js';
import { insertItems } from '../items/insert-items.js';
import type { Db } from '../store/store.js';
import { feedRow, type NewFeedRow, UNREAD } from './feed-rows.js';
import {
  type ItemRow,
  itemRow,
  LOST,
  type PublishedFile,
  readPublishedFile,
} from './item-entries.js';
import type { SeededFeed } from './item-texts.js';
import { leaveTexts } from './item-texts.js';
import type { SiteMarker } from './site-marker.js';
import type { SiteBundle, SiteFeed, SiteRequest } from './site-request.js';
import type { BundleState, Cells, FeedState } from './site-state.js';

export interface SeededBundle {
  wanted: SiteBundle;
  id: string;
  before: BundleState | null;
}

/** A feed that cannot be stored, such as one whose address is not allowed. */
export interface RefusedFeed {
  wanted: SiteFeed;
  error: { code: string; message: string };
}

export interface Seeded {
  feeds: SeededFeed[];
  bundles: SeededBundle[];
  refused: RefusedFeed[];
}

/** Fills an empty store with the state of the last build. */
export async function seed(
  deps: Pick<Deps, 'store' | 'clock' | 'resolveSource'>,
  account: Account,
  request: SiteRequest,
): Promise<Seeded> {
  const { db } = deps.store;
  const now = deps.clock.now();
  const seeded: Seeded = { feeds: [], bundles: [], refused: [] };
  const known = new KnownFeeds(request);
  for (const wanted of request.feeds) {
    try {
      const source = deps.resolveSource(wanted.body);
      const before = known.stateOf(wanted);
      const slug = before === null ? known.markedSlug(wanted) : before.slug;
      const file = slug === null ? null : await published(request, slug);
      const restored =
        before === null && slug !== null ? restoredRow(request.marker, slug, file) : null;
      const kept = before?.row ?? restored;
      const row = await feedRow(wanted, source, kept, { account, now });
      if (before !== null && before.key !== wanted.key) Object.assign(row, UNREAD);
      const isWhole = await insertFeed(db, row, { before, file });
      const isAsBefore =
        isWhole && row.body_hash != null && row.body_hash === before?.row.body_hash;
      const isRestored = restored !== null;
      seeded.feeds.push({ wanted, id: row.id, before, isRestored, isAsBefore });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'INVALID_FIELD') throw error;
      seeded.refused.push({ wanted, error: { code: error.code, message: error.message } });
    }
  }
  const ids = new Map(seeded.feeds.map(({ wanted, id }) => [wanted.key, id]));
  for (const wanted of request.bundles) {
    seeded.bundles.push(await seedBundle(db, account, wanted, { request, ids, now }));
  }
  const blocks = (request.state?.blocks ?? []).filter(([, until]) => until > now);
  for (const [domain, until] of blocks) {
    await db.insertInto('host_blocks').values({ domain, until, set_at: now }).execute();
  }
  return seeded;
}

/** States of earlier builds by source, or by slug for a feed that moved. */
class KnownFeeds {
  readonly #byKey: Map<string, FeedState>;
  readonly #bySlug: Map<string, FeedState>;
  readonly #marked: Map<string, string>;
  readonly #moved: ReadonlySet<string>;

  constructor({ state, marker, moved }: SiteRequest) {
    const feeds = state?.feeds ?? [];
    this.#byKey = new Map(feeds.map((feed) => [feed.key, feed]));
    this.#bySlug = new Map(feeds.map((feed) => [slugKey(feed.slug ?? ''), feed]));
    const documents = Object.entries(marker?.documents ?? {});
    this.#marked = new Map(documents.map(([slug, { key }]) => [key, slug]));
    this.#moved = new Set(moved.map(slugKey));
  }

  stateOf({ key, slug }: SiteFeed): FeedState | null {
    const isMoved = slug !== undefined && this.#moved.has(slugKey(slug));
    return this.#byKey.get(key) ?? (isMoved ? this.#bySlug.get(slugKey(slug)) : undefined) ?? null;
  }

  /** The slug of its published files, if only these are left. */
  markedSlug({ key }: SiteFeed): string | null {
    return this.#marked.get(key) ?? null;
  }
}

async function published(
  { marker, readFile }: SiteRequest,
  slug: string,
): Promise<PublishedFile | null> {
  if (marker?.documents[slug] === undefined) return null;
  const text = await readFile(`${slug}.json`);
  return text === null ? null : readPublishedFile(text);
}

/** The row of a feed of which only the published file is left. */
function restoredRow(
  marker: SiteMarker | null,
  slug: string,
  file: PublishedFile | null,
): Cells | null {
  const document = marker?.documents[slug];
  if (document === undefined || file === null) return null;
  const batches = [...file.items.values()].map(({ added_at }) => added_at);
  return {
    id: document.id,
    title: file.title,
    description: file.description,
    icon: file.icon,
    language: file.language,
    site_url: file.siteUrl,
    last_batch_at: Math.max(0, ...batches),
    created_at: document.updated,
    updated_at: document.updated,
  };
}

/** @returns true if the content of all items is known */
async function insertFeed(
  db: Db,
  row: NewFeedRow,
  { before, file }: { before: FeedState | null; file: PublishedFile | null },
): Promise<boolean> {
  const items = before === null ? restoredItems(row.id, file) : keptItems(row.id, before, file);
  const isLost = items.some(({ fingerprint }) => fingerprint === LOST);
  // Without validators, so that the whole document is read: only that restores the texts of items
  // whose file was lost.
  const whole = isLost ? { etag: null, last_modified: null, body_hash: null } : {};
  await db
    .insertInto('feeds')
    .values({ ...row, ...whole })
    .execute();
  await insertItems(db, items);
  if (before !== null) {
    const { listed: identities, followed } = before;
    await writeFeedDocument(db, row.id, { identities, digest: null, followed });
    for (const [hash, seenAt] of before.dropped) {
      const dropped = { feed_id: row.id, hash, last_seen_at: seenAt };
      await db.insertInto('tombstones').values(dropped).execute();
    }
  }
  return !isLost;
}

function keptItems(feedId: string, before: FeedState, file: PublishedFile | null): ItemRow[] {
  return before.items.flatMap((entry) => {
    const published = file?.items.get(String(entry.identity));
    const row = itemRow(feedId, entry, published);
    if (row === null) return [];
    if (published !== undefined) leaveTexts(row);
    return row;
  });
}

/** Items without fingerprints, so that the next document writes them again. */
function restoredItems(feedId: string, file: PublishedFile | null): ItemRow[] {
  return [...(file?.items.values() ?? [])].flatMap((entry) => {
    const { identity, added_at, position } = entry;
    const own = { identity, added_at, position, fingerprint: RESTORED };
    return itemRow(feedId, own, entry) ?? [];
  });
}

/** A fingerprint that no text has. */
const RESTORED = 'restored';

async function seedBundle(
  db: Db,
  account: Account,
  wanted: SiteBundle,
  context: { request: SiteRequest; ids: ReadonlyMap<string, string>; now: number },
): Promise<SeededBundle> {
  const { request, ids, now } = context;
  const before = request.state?.bundles.find(({ key }) => key === wanted.key) ?? null;
  const { name, description = '', icon = '' } = wanted;
  const filters = filtersColumn(await checkFilters(wanted.filters ?? null));
  const shown = { name, description, icon, filters };
  const marked = Object.values(request.marker?.documents ?? {}).find(
    ({ key }) => key === wanted.key,
  );
  const kept = before?.row ?? { id: marked?.id ?? null, updated_at: marked?.updated ?? null };
  const members = wanted.members.filter((key) => ids.has(key));
  const isShownAnew =
    before !== null &&
    (JSON.stringify(members) !== JSON.stringify(before.members) ||
      Object.entries(shown).some(([column, value]) => value !== (before.row[column] ?? null)));
  const updatedAt = isShownAnew ? now : Number(kept.updated_at ?? now);
  const id = String(kept.id ?? newBundleId());
  await db
    .insertInto('bundles')
    .values({
      ...shown,
      id,
      account_id: account.id,
      created_at: Number(kept.created_at ?? updatedAt),
      updated_at: updatedAt,
      revision: Number(kept.revision ?? 1) + (isShownAnew ? 1 : 0),
    })
    .execute();
  for (const [position, key] of members.entries()) {
    const member = { bundle_id: id, feed_id: ids.get(key) ?? '', position };
    await db.insertInto('bundle_feeds').values(member).execute();
  }
  return { wanted, id, before };
}
