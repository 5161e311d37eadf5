import { formatRegion } from '../../contract/index.js';
import { registrableDomain } from '../core/registrable-domain.js';
import type { Source, SourceReading } from '../sources/source-reader.js';
import { canonicalSelectors } from './selectors.js';

export type DocumentReading = Extract<SourceReading, { kind: 'document' }>;

/** The columns that say what the feed was asked to be made from; only the selectors ever change. */
export function sourceColumns(source: Source) {
  return source.mode === 'url'
    ? {
        mode: source.mode,
        source_url: source.sourceUrl,
        source_key: source.sourceKey,
        region: '',
        keyword: null,
        selectors: source.selectors === null ? null : canonicalSelectors(source.selectors),
        read_from: source.from,
      }
    : {
        mode: source.mode,
        source_url: source.sourceUrl,
        source_key: source.sourceKey,
        region: formatRegion(source.region),
        keyword: source.keyword,
        selectors: null,
        read_from: 'auto' as const,
      };
}

/** The columns that every whole document with something new in it replaces. */
export function readingColumns(
  { document, state, freshForMs }: DocumentReading,
  source: Source,
  now: number,
) {
  return {
    title: document.title || titleOfSource(source),
    description: document.description,
    icon: document.icon,
    language: document.language,
    site_url: document.siteUrl,
    poll_url: state.pollUrl,
    poll_domain: registrableDomain(state.pollUrl),
    etag: state.etag,
    last_modified: state.lastModified,
    body_hash: state.bodyHash,
    origin: state.origin,
    rule: JSON.stringify(state.rule ?? null),
    schedule_hints: JSON.stringify(document.schedule),
    fresh_until: freshForMs === null ? null : now + freshForMs,
    document_at: now,
    not_modified: 0,
  };
}

/** A feed needs a title even when its source has none: readers refuse RSS without one. */
function titleOfSource(source: Source): string {
  return source.mode === 'url' ? new URL(source.sourceUrl).host : source.keyword;
}
