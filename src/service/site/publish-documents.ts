import { publishedBundles } from '../bundles/published-bundle.js';
import type { Deps } from '../feeds/deps.js';
import { publishedFeeds } from '../feeds/published-feed.js';
import type { PublishedChannel, PublishedSource } from '../publish/published-channel.js';
import {
  bundleChannel,
  channelFiles,
  FORMATS,
  feedChannel,
  madeFrom,
  type SiteFormat,
} from './documents.js';
import type { SeededFeed } from './item-texts.js';
import { restoreTexts } from './item-texts.js';
import type { Seeded } from './seed.js';
import { contentHash } from './site-key.js';
import type { SiteRequest } from './site-request.js';
import { type Summary, summaryOf } from './summary.js';

/** The files of a feed or a bundle. */
export interface PublishedDocument {
  kind: 'feed' | 'bundle';
  key: string;
  id: string;
  slug: string;
  updated: number;
  made: string;
  policy: string | null;
  summary: Summary;
  hashes: Record<SiteFormat, string>;
  /** Null when they are those of the last build. */
  files: Record<SiteFormat, string> | null;
}

interface Wanted {
  /** The feed itself, or the members of the bundle. */
  feeds: readonly SeededFeed[];
  kind: 'feed' | 'bundle';
  key: string;
  id: string;
  slug: string;
  summaryBefore: Summary | null;
}

/** Writes the documents that changed, by the key of their feed or bundle; feeds before bundles. */
export async function publishDocuments(
  deps: Deps,
  request: SiteRequest,
  seeded: Seeded,
  slugs: ReadonlyMap<string, string>,
): Promise<Map<string, PublishedDocument>> {
  const documents = new Map<string, PublishedDocument>();
  for (const feed of seeded.feeds) {
    const { wanted, id, before, isRestored } = feed;
    const slug = slugs.get(wanted.key);
    const row = await publishable(deps, id);
    if (slug === undefined || row === undefined) continue;
    const one = {
      kind: 'feed',
      feeds: [feed],
      key: wanted.key,
      id,
      slug,
      summaryBefore: before?.summary ?? null,
    } as const;
    if (isRestored) await keepTimeOfChange(deps, request, one);
    const document = await publishOne(deps, request, one);
    if (document !== null) {
      documents.set(wanted.key, { ...document, policy: row.identity_policy });
    }
  }
  for (const { wanted, id, before } of seeded.bundles) {
    const slug = slugs.get(wanted.key);
    if (slug === undefined) continue;
    const one = {
      kind: 'bundle',
      feeds: seeded.feeds.filter(({ wanted: { key } }) => wanted.members.includes(key)),
      key: wanted.key,
      id,
      slug,
      summaryBefore: before?.summary ?? null,
    } as const;
    const document = await publishOne(deps, request, one);
    if (document !== null) documents.set(wanted.key, document);
  }
  return documents;
}

/** A feed that was never read has nothing to publish, unless it was restored from its files. */
async function publishable({ store }: Deps, id: string) {
  const row = await store.db
    .selectFrom('feeds')
    .select(['poll_url', 'title', 'identity_policy'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined && (row.poll_url !== '' || row.title !== '') ? row : undefined;
}

async function publishOne(
  deps: Deps,
  { marker, siteUrl, readFile, readBytes }: SiteRequest,
  { summaryBefore, feeds, ...one }: Wanted,
): Promise<PublishedDocument | null> {
  const { kind, id, slug } = one;
  const revision = await sourceOf(deps, kind).findRevision(id);
  if (revision === null) return null;
  const made = madeFrom(revision.revision, siteUrl);
  const facts = { ...one, updated: revision.updatedAt, made, policy: null };
  const marked = marker?.documents[slug];
  const isSame = marked?.made === made && marked.id === id && summaryBefore !== null;
  const hashes = isSame ? await hashesOnDisk(marker?.files ?? {}, slug, readBytes) : null;
  if (hashes !== null && summaryBefore !== null) {
    return { ...facts, hashes, files: null, summary: summaryBefore };
  }
  for (const feed of feeds) await restoreTexts(deps.store.db, feed, readFile);
  const channel = await load(deps, one, siteUrl);
  if (channel === null) return null;
  const files = channelFiles(channel, slug);
  const hashed = { xml: '', atom: '', json: '', html: '' };
  for (const format of FORMATS) hashed[format] = contentHash(files[format]);
  return { ...facts, hashes: hashed, files, summary: summaryOf(channel) };
}

function sourceOf(deps: Deps, kind: Wanted['kind']): PublishedSource {
  return kind === 'feed' ? publishedFeeds(deps) : publishedBundles(deps);
}

function load(
  deps: Deps,
  { kind, id, slug }: Pick<Wanted, 'kind' | 'id' | 'slug'>,
  siteUrl: string | null,
): Promise<PublishedChannel | null> {
  const where = { id, slug, siteUrl };
  return kind === 'feed' ? feedChannel(deps, where) : bundleChannel(deps, where);
}

/** The hashes of the files as the last build wrote them; null when one was changed or is missing. */
async function hashesOnDisk(
  files: Readonly<Record<string, string>>,
  slug: string,
  readBytes: SiteRequest['readBytes'],
): Promise<Record<SiteFormat, string> | null> {
  const hashes = { xml: '', atom: '', json: '', html: '' };
  for (const format of FORMATS) {
    const name = `${slug}.${format}`;
    const bytes = await readBytes(name);
    const hash = bytes === null ? null : contentHash(bytes);
    if (hash === null || hash !== files[name]) return null;
    hashes[format] = hash;
  }
  return hashes;
}

/** The items of a feed that was restored are written again, which is no change when they look the same. */
async function keepTimeOfChange(
  deps: Deps,
  { marker, siteUrl, readFile }: SiteRequest,
  one: Wanted,
): Promise<void> {
  const updated = marker?.documents[one.slug]?.updated;
  const channel = await load(deps, one, siteUrl);
  if (updated === undefined || channel === null) return;
  if (channelFiles(channel, one.slug).json !== (await readFile(`${one.slug}.json`))) return;
  await deps.store.db
    .updateTable('feeds')
    .set({ updated_at: updated })
    .where('id', '=', one.id)
    .execute();
}
