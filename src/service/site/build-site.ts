import { OWNER } from '../accounts/account.js';
import { BUNDLE_ITEMS } from '../bundles/bundle-items.js';
import type { Deps } from '../feeds/deps.js';
import type { PictureCache } from '../fetch/pictures/picture-cache.js';
import type { FeedOutcome } from '../refresh/refresh-feeds.js';
import type { Refresher } from '../refresh/refresher.js';
import { drainBlocks, drainBundle, drainFeed, dropLostItems } from './drain.js';
import { isDueForBuild } from './due-sources.js';
import type { FeedRow } from './feed-rows.js';
import { type NewestItem, NewestItems } from './newest-items.js';
import { feedsPage } from './pages/feeds-page.js';
import { indexPage } from './pages/index-page.js';
import { sitesOpml } from './pages/opml.js';
import { searchFile } from './pages/search.js';
import { statusFile } from './pages/status.js';
import { PictureFiles } from './picture-files.js';
import { type PublishedDocument, publishBundle, publishFeed } from './publish-documents.js';
import { type Seeded, seed } from './seed.js';
import { contentHash } from './site-key.js';
import type { MarkedDocument, SiteMarker } from './site-marker.js';
import { type BundleReport, type FeedReport, feedReport, refusedReport } from './site-report.js';
import type { SiteRequest } from './site-request.js';
import type { FeedState, SiteState } from './site-state.js';
import { assignSlugs, knownSlugs } from './slugs.js';

/** The parts of the service that a build uses, with an empty store. */
interface SiteService {
  deps: Deps;
  refresher(): Promise<Refresher>;
  pictures(): Promise<Pick<PictureCache, 'get'>>;
}

/** A finished build; `writeFile` received the files that changed. */
export interface BuiltSite {
  /** The names of all files of the site. */
  files: ReadonlySet<string>;
  marker: SiteMarker;
  state: SiteState;
  feeds: FeedReport[];
  bundles: BundleReport[];
}

/**
 * Fetches due sources and makes the files of a static site. @throws ServiceError INVALID_FIELD; the
 * reason of the signal if it was aborted
 */
export async function buildSite(service: SiteService, given: SiteRequest): Promise<BuiltSite> {
  const { deps } = service;
  const request = { ...given, files: new PictureFiles(given, () => service.pictures()) };
  const seeded = await seed(deps, OWNER, request);
  const outcomes = await fetchDue(service, request, seeded);
  await dropLostItems(deps.store.db);
  const rows = await readRows(deps, seeded);
  const slugs = chooseSlugs(request, seeded, rows);
  const documents = new Map<string, PublishedDocument>();
  const keys = new Map(seeded.feeds.map(({ id, wanted }) => [id, wanted.key]));
  const feedStates: FeedState[] = [];
  const feeds: FeedReport[] = [];
  const newest = new NewestItems(deps.clock.now());
  for (const feed of seeded.feeds) {
    const { key } = feed.wanted;
    const slug = slugs.slugs.get(key) ?? null;
    const published = slug === null ? null : await publishFeed(deps, request, feed, slug);
    if (published !== null) documents.set(key, published.document);
    if (published?.json) newest.add(published.document, published.json);
    // Read after publishing: a restored feed gets its old time of change back if nothing changed.
    const row = await readRow(deps, feed.id);
    if (row === undefined) continue;
    const fetched = outcomes.get(feed.id) ?? null;
    const error = row.failures === 0 ? null : (fetched?.error ?? feed.before?.error ?? null);
    const facts = { slug, summary: published?.document.summary ?? null, error };
    feeds.push(feedReport(row, feed, { ...facts, fetched }));
    const json = published?.json ?? null;
    feedStates.push(await drainFeed(deps.store.db, row, feed, { ...facts, json }));
  }
  const bundleStates: SiteState['bundles'] = [];
  const bundles: BundleReport[] = [];
  for (const bundle of seeded.bundles) {
    const { key, members: wanted } = bundle.wanted;
    const slug = slugs.slugs.get(key);
    if (slug === undefined) continue;
    const members = seeded.feeds.filter((feed) => wanted.includes(feed.wanted.key));
    const published = await publishBundle(deps, request, { ...bundle, feeds: members }, slug);
    if (published === null) continue;
    documents.set(key, published.document);
    const { summary } = published.document;
    const all = wanted.map((member) => documents.get(member)?.summary.items ?? 0);
    const isCut =
      summary.items === BUNDLE_ITEMS && all.reduce((sum, items) => sum + items, 0) > BUNDLE_ITEMS;
    const slugsOf = wanted.flatMap((member) => slugs.slugs.get(member) ?? []);
    bundles.push({ slug, title: summary.title, summary, feeds: slugsOf, isCut });
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
  const all = [...documents.values()];
  await addUnchanged(newest, all, request);
  const files = await writePages(request, reports, { documents: all, items: newest.all() });
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

function readRow({ store }: Deps, id: string): Promise<FeedRow | undefined> {
  return store.db.selectFrom('feeds').selectAll().where('id', '=', id).executeTakeFirst();
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
      source: 'url' in wanted.body ? wanted.body.url : '',
    };
  });
  const bundles = seeded.bundles.map(({ wanted, before }) => ({
    key: wanted.key,
    chosen: wanted.slug,
    before: before?.slug ?? marked.get(wanted.key),
    title: wanted.name,
    source: '',
  }));
  return assignSlugs([...feeds, ...bundles], knownSlugs(marker, state));
}

/** Reads the items of feeds that this build did not write, if they may be among the newest. */
async function addUnchanged(
  newest: NewestItems,
  documents: readonly PublishedDocument[],
  { readFile }: SiteRequest,
): Promise<void> {
  const feeds = documents.filter(({ kind }) => kind === 'feed');
  const ofTime = ({ summary }: PublishedDocument) => summary.newest ?? 0;
  for (const document of feeds.toSorted((a, b) => ofTime(b) - ofTime(a))) {
    const { slug, summary } = document;
    if (newest.has(slug) || !newest.isOfUse(summary.newest)) continue;
    newest.add(document, (await readFile(`${slug}.json`)) ?? '');
  }
}

/** Writes the pages of the site, and returns a list of its parts. */
async function writePages(
  { title, siteUrl, writeFile, files: pictureFiles }: SiteRequest & { files: PictureFiles },
  reports: Pick<BuiltSite, 'feeds' | 'bundles'>,
  { documents, items }: { documents: readonly PublishedDocument[]; items: readonly NewestItem[] },
): Promise<{ files: Set<string>; marker: Omit<SiteMarker, 'slugs'> }> {
  const hashes: Record<string, string> = { ...pictureFiles.hashes };
  const marked: Record<string, MarkedDocument> = {};
  for (const { slug, kind, key, id, updated, made: from, pictures, ...document } of documents) {
    marked[slug] = { kind, key, id, updated, made: from, pictures: [...pictures] };
    for (const [extension, hash] of Object.entries(document.hashes)) {
      hashes[`${slug}.${extension}`] = hash;
    }
  }
  const pages = {
    'search.json': searchFile(reports.feeds, items),
    'feeds.html': feedsPage(title, reports),
    'index.html': indexPage({ title, ...reports, items, pictureOf: pictureFiles.nameOf }),
    'feeds.opml': sitesOpml(title, siteUrl, reports),
    'status.json': statusFile(reports),
  };
  for (const [name, text] of Object.entries(pages)) {
    hashes[name] = contentHash(text);
    await writeFile(name, text);
  }
  return {
    files: new Set(Object.keys(hashes)),
    marker: { feedctl: 'static site', version: 1, files: hashes, documents: marked },
  };
}
