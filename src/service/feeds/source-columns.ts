import { formatRegion, type Selectors } from '../../contract/index.js';
import type { Account } from '../accounts/account.js';
import { registrableDomain } from '../core/registrable-domain.js';
import { driftOf } from '../generate/list-drift.js';
import { generatorRule } from '../sources/reading-state.js';
import type { Source, SourceReading } from '../sources/source-reader.js';
import type { Db } from '../store/store.js';
import { pushLinksColumn } from './push-subscription.js';
import { stepsColumn } from './rendering-columns.js';
import { canonicalAccess } from './source-access.js';

export type DocumentReading = Extract<SourceReading, { kind: 'document' }>;

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

/** The columns replaced by every changed document. */
export function readingColumns(
  { document, state, freshForMs }: DocumentReading,
  source: Source,
  now: number,
) {
  const drift = driftOf(generatorRule(state), document.entries.length, now);
  return {
    title: document.title || titleOfSource(source),
    description: document.description,
    icon: document.icon,
    language: document.language,
    podcast_xml: document.podcastXml ?? null,
    site_url: document.siteUrl,
    poll_url: state.pollUrl,
    poll_domain: registrableDomain(state.pollUrl),
    etag: state.etag,
    last_modified: state.lastModified,
    body_hash: state.bodyHash,
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

/** A feed needs a title even without one in its source: readers reject RSS without a title. */
function titleOfSource(source: Source): string {
  return 'keyword' in source ? source.keyword : new URL(source.sourceUrl).host;
}

/** Equal selectors give equal text, whatever the order of their keys. */
export function canonicalSelectors(selectors: Selectors): string {
  const { text, items, title, link, date, image } = selectors;
  return JSON.stringify({ text, items, title, link, date, image });
}

/** Whether a request matches the stored feed; a request without selectors matches any. */
export function sameSelectors(source: Source, stored: string | null): boolean {
  if ('keyword' in source || source.selectors === null) return true;
  return canonicalSelectors(source.selectors) === stored;
}

/** The account's feed of this source, if any: unique on mode, source key and region. */
export async function findFeedBySource(
  db: Db,
  account: Account,
  source: Source,
): Promise<
  | {
      id: string;
      selectors: string | null;
      access: string | null;
      origin: 'feed' | 'page';
      filters: string | null;
      render: 'always' | 'never' | null;
      steps: string | null;
    }
  | undefined
> {
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
