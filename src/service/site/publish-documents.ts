import { publishedBundles } from '../bundles/published-bundle.js';
import type { Deps } from '../feeds/deps.js';
import { publishedFeeds } from '../feeds/published-feed.js';
import { picturesOf } from '../publish/html.js';
import {
  bundleChannel,
  channelFiles,
  FORMATS,
  feedChannel,
  jsonFile,
  madeFrom,
  type SiteFormat,
} from './documents.js';
import type { SeededFeed } from './item-texts.js';
import { restoreTexts } from './item-texts.js';
import type { PictureFiles } from './picture-files.js';
import type { SeededBundle } from './seed.js';
import { contentHash } from './site-key.js';
import type { SiteRequest } from './site-request.js';
import { channelSummary, type Summary } from './summary.js';

/** The files of a feed or a bundle. */
export interface PublishedDocument {
  kind: 'feed' | 'bundle';
  key: string;
  id: string;
  slug: string;
  updated: number;
  made: string;
  summary: Summary;
  /** File names of the pictures on its page. */
  pictures: readonly string[];
  /** SHA-256 of each file, hex. */
  hashes: Record<SiteFormat, string>;
}

/** A document whose files are written. */
interface Published {
  document: PublishedDocument;
  /** Its JSON Feed; null if it did not change since the last build. */
  json: string | null;
}

/** Maximum number of pictures of a page that a build fetches. */
const MAX_PICTURES = 20;

const KINDS = {
  feed: { source: publishedFeeds, channel: feedChannel },
  bundle: { source: publishedBundles, channel: bundleChannel },
};

interface Wanted {
  /** The feed itself, or the members of the bundle. */
  feeds: readonly SeededFeed[];
  kind: 'feed' | 'bundle';
  key: string;
  id: string;
  slug: string;
  summaryBefore: Summary | null;
}

/** Writes the files of a feed if they changed; null if there is nothing to publish. */
export async function publishFeed(
  deps: Deps,
  request: SiteRequest & { files: PictureFiles },
  feed: SeededFeed,
  slug: string,
): Promise<Published | null> {
  const { wanted, id, before, isRestored } = feed;
  const row = await publishable(deps, id);
  if (row === undefined) return null;
  const one = {
    kind: 'feed',
    feeds: [feed],
    key: wanted.key,
    id,
    slug,
    summaryBefore: before?.summary ?? null,
  } as const;
  if (isRestored) await keepTimeOfChange(deps, request, one);
  return publishOne(deps, request, one);
}

/** Writes the files of a bundle if they changed. */
export function publishBundle(
  deps: Deps,
  request: SiteRequest & { files: PictureFiles },
  { wanted, id, before, feeds }: SeededBundle & { feeds: readonly SeededFeed[] },
  slug: string,
): Promise<Published | null> {
  return publishOne(deps, request, {
    kind: 'bundle',
    feeds,
    key: wanted.key,
    id,
    slug,
    summaryBefore: before?.summary ?? null,
  });
}

/** Null for a feed that was never read, unless it was restored from its files. */
async function publishable({ store }: Deps, id: string) {
  const row = await store.db
    .selectFrom('feeds')
    .select(['poll_url', 'title'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined && (row.poll_url !== '' || row.title !== '') ? row : undefined;
}

async function publishOne(
  deps: Deps,
  request: SiteRequest & { files: PictureFiles },
  { summaryBefore, feeds, ...one }: Wanted,
): Promise<Published | null> {
  const { marker, siteUrl, title, readFile, readBytes, writeFile, files: pictureFiles } = request;
  const { kind, id, slug } = one;
  const revision = await KINDS[kind].source(deps).findRevision(id);
  if (revision === null) return null;
  const made = madeFrom(revision.revision, request);
  const facts = { ...one, updated: revision.updatedAt, made };
  const marked = marker?.documents[slug];
  const isSame = marked?.made === made && marked.id === id && summaryBefore !== null;
  const hashes = isSame ? await hashesOnDisk(marker?.files ?? {}, slug, readBytes) : null;
  if (hashes !== null && summaryBefore !== null) {
    const pictures = marked?.pictures ?? [];
    pictureFiles.keep(pictures);
    return { document: { ...facts, hashes, summary: summaryBefore, pictures }, json: null };
  }
  for (const feed of feeds) await restoreTexts(deps.store.db, feed, readFile);
  const channel = await KINDS[kind].channel(deps, { id, slug, siteUrl });
  if (channel === null) return null;
  const pictures = await pictureFiles.fetch(picturesOf(channel, MAX_PICTURES));
  const back = { href: 'index.html', title };
  const files = channelFiles(channel, slug, { pictureOf: pictureFiles.nameOf, back });
  const hashed = { xml: '', atom: '', json: '', html: '' };
  for (const format of FORMATS) {
    hashed[format] = contentHash(files[format]);
    await writeFile(`${slug}.${format}`, files[format]);
  }
  const document = { ...facts, hashes: hashed, summary: channelSummary(channel), pictures };
  return { document, json: files.json };
}

/** Hashes of the files as the last build wrote them; null if one was changed or is missing. */
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

/**
 * Restores the time of change of a restored feed if its items look the same: they were only written
 * again.
 */
async function keepTimeOfChange(
  deps: Deps,
  { marker, siteUrl, readFile }: SiteRequest,
  { id, slug }: { id: string; slug: string },
): Promise<void> {
  const updated = marker?.documents[slug]?.updated;
  const channel = await feedChannel(deps, { id, slug, siteUrl });
  if (updated === undefined || channel === null) return;
  if (jsonFile(channel) !== (await readFile(`${slug}.json`))) return;
  await deps.store.db
    .updateTable('feeds')
    .set({ updated_at: updated })
    .where('id', '=', id)
    .execute();
}
