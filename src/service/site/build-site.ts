import { OWNER } from '../accounts/account.js';
import { BUNDLE_ITEMS } from '../bundles/bundle-items.js';
import type { Deps } from '../feeds/deps.js';
import type { FeedOutcome } from '../refresh/refresh-feeds.js';
import type { Refresher } from '../refresh/refresher.js';
import { drainBlocks, drainBundle, drainFeed, dropLostItems } from './drain.js';
import { isDueForBuild } from './due-sources.js';
import type { FeedRow } from './feed-rows.js';
import { indexPage } from './pages/index-page.js';
import { sitesOpml } from './pages/opml.js';
import { statusFile } from './pages/status.js';
import { type PublishedDocument, publishDocuments } from './publish-documents.js';
import { type Seeded, seed } from './seed.js';
import { contentHash } from './site-key.js';
import type { MarkedDocument, SiteMarker } from './site-marker.js';
import { type BundleReport, type FeedReport, feedReport, refusedReport } from './site-report.js';
import type { SiteRequest } from './site-request.js';
import type { FeedState, SiteState } from './site-state.js';
import { assignSlugs, knownSlugs } from './slugs.js';

/** The parts of the service that a build uses; its store is empty. */
interface SiteService {
  deps: Deps;
  refresher(): Promise<Refresher>;
}

/** A finished build; nothing is written yet. */
export interface BuiltSite {
  /** The text of each file of the site; null for one that stays as it is. */
  files: ReadonlyMap<string, string | null>;
  marker: SiteMarker;
  state: SiteState;
  feeds: FeedReport[];
  bundles: BundleReport[];
}

/**
 * Fetches what is due and makes the files of a static site.
 * @throws ServiceError INVALID_FIELD; the reason of the signal when that was aborted
 */
export async function buildSite(service: SiteService, request: SiteRequest): Promise<BuiltSite> {
  const { deps } = service;
  const seeded = await seed(deps, OWNER, request);
  const outcomes = await fetchDue(service, request, seeded);
  await dropLostItems(deps.store.db);
  const rows = await readRows(deps, seeded);
  const slugs = chooseSlugs(request, seeded, rows);
  const documents = await publishDocuments(deps, request, seeded, slugs.slugs);
  // Restored feeds get their old time of change back when nothing changed.
  const after = await readRows(deps, seeded);

  const keys = new Map(seeded.feeds.map(({ id, wanted }) => [id, wanted.key]));
  const feedStates: FeedState[] = [];
  const feeds: FeedReport[] = [];
  for (const feed of seeded.feeds) {
    const row = after.get(feed.id);
    if (row === undefined) continue;
    const document = documents.get(feed.wanted.key);
    const fetched = outcomes.get(feed.id) ?? null;
    const error = row.failures === 0 ? null : (fetched?.error ?? feed.before?.error ?? null);
    const slug = slugs.slugs.get(feed.wanted.key) ?? null;
    const facts = { slug, summary: document?.summary ?? null, error };
    feeds.push(feedReport(row, feed, { ...facts, fetched }));
    const json = document?.files?.json ?? null;
    feedStates.push(await drainFeed(deps.store.db, row, feed, { ...facts, json }));
  }
  const bundleStates: SiteState['bundles'] = [];
  const bundles: BundleReport[] = [];
  for (const bundle of seeded.bundles) {
    const document = documents.get(bundle.wanted.key);
    const slug = slugs.slugs.get(bundle.wanted.key);
    if (document === undefined || slug === undefined) continue;
    const { summary } = document;
    const members = bundle.wanted.members.flatMap((key) => slugs.slugs.get(key) ?? []);
    const all = bundle.wanted.members.map((key) => documents.get(key)?.summary.items ?? 0);
    const isCut =
      summary.items === BUNDLE_ITEMS && all.reduce((sum, items) => sum + items, 0) > BUNDLE_ITEMS;
    bundles.push({ slug, title: summary.title, summary, feeds: members, isCut });
    bundleStates.push(await drainBundle(deps.store.db, bundle, { slug, summary }, keys));
  }
  const registry = Object.fromEntries([...slugs.registry].sort(([a], [b]) => (a < b ? -1 : 1)));
  const state: SiteState = {
    feedctl: 'site state',
    version: 1,
    slugs: registry,
    blocks: await drainBlocks(deps),
    bundles: bundleStates,
    feeds: feedStates,
  };
  const reports = { feeds: [...feeds, ...seeded.refused.map(refusedReport)], bundles };
  const files = siteFiles(request, reports, [...documents.values()]);
  return { ...reports, ...files, state, marker: { ...files.marker, slugs: registry } };
}

async function fetchDue(
  { deps, refresher }: SiteService,
  { maxAgeMs, onStart, onFetched, signal }: SiteRequest,
  seeded: Seeded,
): Promise<Map<string, FeedOutcome>> {
  const now = deps.clock.now();
  const rows = await readRows(deps, seeded);
  const due = [...rows.values()].filter((row) => isDueForBuild(row, { now, maxAgeMs }));
  const outcomes = new Map<string, FeedOutcome>();
  onStart?.(due.length);
  signal.throwIfAborted();
  const ids = due.map(({ id }) => id);
  const all = (await refresher()).refresh(OWNER, ids)[Symbol.asyncIterator]();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  aborted.catch(() => {});
  for (;;) {
    const next = await Promise.race([all.next(), aborted]);
    if (next.done === true) return outcomes;
    outcomes.set(next.value.feedId, next.value);
    onFetched?.(next.value);
  }
}

async function readRows({ store }: Deps, { feeds }: Seeded): Promise<Map<string, FeedRow>> {
  const rows = await store.db.selectFrom('feeds').selectAll().execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    feeds.flatMap(({ id }) => {
      const row = byId.get(id);
      return row === undefined ? [] : [[id, row]];
    }),
  );
}

function chooseSlugs(request: SiteRequest, seeded: Seeded, rows: ReadonlyMap<string, FeedRow>) {
  const { state, marker } = request;
  const marked = new Map(
    Object.entries(marker?.documents ?? {}).map(([slug, { key }]) => [key, slug]),
  );
  const feeds = seeded.feeds.map(({ wanted, id, before }) => {
    const row = rows.get(id);
    return {
      key: wanted.key,
      chosen: wanted.slug,
      before: before?.slug ?? marked.get(wanted.key),
      title: row?.title_override ?? row?.title ?? '',
    };
  });
  const bundles = seeded.bundles.map(({ wanted, before }) => ({
    key: wanted.key,
    chosen: wanted.slug,
    before: before?.slug ?? marked.get(wanted.key),
    title: wanted.name,
  }));
  return assignSlugs([...feeds, ...bundles], knownSlugs(marker, state));
}

function siteFiles(
  { siteUrl, bundles: wanted }: SiteRequest,
  reports: Pick<BuiltSite, 'feeds' | 'bundles'>,
  documents: readonly PublishedDocument[],
): { files: Map<string, string | null>; marker: Omit<SiteMarker, 'slugs'> } {
  const title = wanted.length === 1 ? (wanted[0]?.name ?? 'Feeds') : 'Feeds';
  const made = new Map([
    ['index.html', indexPage(title, reports)],
    ['feeds.opml', sitesOpml(title, siteUrl, reports)],
    ['status.json', statusFile(reports)],
  ]);
  const files = new Map<string, string | null>();
  const hashes: Record<string, string> = {};
  const marked: Record<string, MarkedDocument> = {};
  for (const { slug, kind, key, id, updated, made: from, policy, ...document } of documents) {
    marked[slug] = { kind, key, id, updated, made: from, ...(policy !== null && { policy }) };
    for (const [extension, hash] of Object.entries(document.hashes)) {
      const name = `${slug}.${extension}`;
      hashes[name] = hash;
      files.set(name, document.files?.[extension as keyof typeof document.files] ?? null);
    }
  }
  for (const [name, text] of made) {
    hashes[name] = contentHash(text);
    files.set(name, text);
  }
  return {
    files,
    marker: { feedctl: 'static site', version: 1, files: hashes, documents: marked },
  };
}
