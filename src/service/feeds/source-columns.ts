import { formatRegion, isSearch, parseRegion, type Selectors } from '../../contract/index.js';
import { driftOf } from '../../generator/stored.js';
import type { Account } from '../accounts/account.js';
import { registrableDomain } from '../core/registrable-domain.js';
import { generatorRule } from '../sources/reading-state.js';
import type { DocumentReading, ReadingState, Source } from '../sources/source-reader.js';
import type { RowOf } from '../store/schema.js';
import type { Db } from '../store/store.js';
import type { Deps } from './deps.js';
import { pushLinksColumn } from './push-subscription.js';
import { canonicalAccess, stepsColumn, storedReading } from './source-access.js';

/** The columns of the requested source; only the selectors and the access can change. */
export function sourceColumns(source: Source) {
  return !('keyword' in source)
    ? {
        mode: source.mode,
        source_url: source.sourceUrl,
        source_key: source.sourceKey,
        region: '',
        keyword: null,
        selectors: source.selectors === null ? null : canonicalSelectors(source.selectors),
        read_from: source.from,
        access: canonicalAccess(source.access),
        render: source.render ?? null,
        steps: stepsColumn(source.steps),
      }
    : {
        mode: source.mode,
        source_url: source.sourceUrl,
        source_key: source.sourceKey,
        region: formatRegion(source.region),
        keyword: source.keyword,
        selectors: null,
        read_from: 'auto' as const,
        access: null,
        render: null,
        steps: null,
      };
}

/** The source that a stored feed reads: the inverse of `sourceColumns`. */
export function sourceOf(feed: RowOf<'feeds'>): Source {
  const { mode, source_url: sourceUrl, source_key: sourceKey } = feed;
  if (!isSearch(mode)) {
    const selectors = feed.selectors === null ? null : (JSON.parse(feed.selectors) as Selectors);
    return { mode, sourceUrl, sourceKey, selectors, from: feed.read_from, ...storedReading(feed) };
  }
  const region = parseRegion(feed.region);
  if (region === null || feed.keyword === null) {
    throw new Error(`Feed ${feed.id} is stored without the region or keyword of its news search.`);
  }
  return { mode, sourceUrl, sourceKey, keyword: feed.keyword, region };
}

/** Reads the whole source; without validators there is always a document. */
export async function readAnew(
  { reader }: Pick<Deps, 'reader'>,
  source: Source,
  state?: ReadingState,
): Promise<DocumentReading> {
  const reading = await reader.read(source, state);
  if (reading.kind === 'document') return reading;
  throw new Error('A reading without validators came back unchanged.');
}

/** The columns that the next request for a source needs. */
export function stateColumns(state: ReadingState) {
  return {
    poll_url: state.pollUrl,
    poll_domain: registrableDomain(state.pollUrl),
    etag: state.etag,
    last_modified: state.lastModified,
    body_hash: state.bodyHash,
  };
}

/** The columns that every changed document replaces. */
export function readingColumns(
  { document, state, freshForMs }: DocumentReading,
  source: Source,
  now: number,
) {
  const rule = generatorRule(state);
  const drift = rule === null ? null : driftOf(rule, document.entries.length, now);
  return {
    title: document.title || titleOfSource(source),
    description: document.description,
    icon: document.icon,
    language: document.language,
    podcast_xml: document.podcastXml ?? null,
    document_total: document.total ?? null,
    site_url: document.siteUrl,
    ...stateColumns(state),
    origin: state.origin,
    rule: JSON.stringify(state.rule ?? null),
    drift: drift === null ? null : JSON.stringify(drift),
    schedule_hints: JSON.stringify(document.schedule),
    push_links: pushLinksColumn(document.push),
    fresh_until: freshForMs === null ? null : now + freshForMs,
    document_at: now,
    not_modified: 0,
  };
}

/** The title of a feed whose source has none: readers reject RSS without a title. */
function titleOfSource(source: Source): string {
  return 'keyword' in source ? source.keyword : new URL(source.sourceUrl).host;
}

/** The stored form of selectors: equal selectors give equal text, in any order of their keys. */
export function canonicalSelectors(selectors: Selectors): string {
  const { text, items, title, link, date, image } = selectors;
  return JSON.stringify({ text, items, title, link, date, image });
}

/**
 * True if the selectors of a request match the stored feed; a request without selectors matches
 * any.
 */
export function sameSelectors(source: Source, stored: string | null): boolean {
  if ('keyword' in source || source.selectors === null) return true;
  return canonicalSelectors(source.selectors) === stored;
}

/** The account's feed of this source, if there is one: unique on mode, source key and region. */
export async function findFeedBySource(db: Db, account: Account, source: Source) {
  const { mode, source_key, region } = sourceColumns(source);
  return db
    .selectFrom('feeds')
    .select(['id', 'selectors', 'access', 'origin', 'filters', 'render', 'steps'])
    .where('account_id', '=', account.id)
    .where('mode', '=', mode)
    .where('source_key', '=', source_key)
    .where('region', '=', region)
    .executeTakeFirst();
}
