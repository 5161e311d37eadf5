import type { CreateFeedBody } from '../../client/index.js';
import type { KeywordMode } from '../../contract/keyword-mode.js';
import { DEFAULT_REGION, formatRegion, parseRegion } from '../../contract/region.js';
import { normalisedSource } from '../../contract/source.js';
import { type FeedValues, isNews, type NewsSource, type SourceSpec } from './model.js';
import { SOURCE_FIELDS } from './search-kinds.js';
import { FEED_ROWS } from './values.js';

/**
 * The identity of a source: two sources with the same key are one feed. A service that does not
 * distinguish a headline from a search (`tellsModes` false) treats them as one.
 */
export function sourceId(source: SourceSpec, { tellsModes } = { tellsModes: true }): string {
  if (!isNews(source)) return `${source.mode ?? 'url'} ${normalisedSource(source.url)}`;
  return `${tellsModes ? source.mode : 'news'} ${source.region} ${source.text}`;
}

/** A search of the news, in canonical form. */
export function newsSource(mode: KeywordMode, words: string, region = DEFAULT_REGION): NewsSource {
  const parsed = parseRegion(region);
  return { mode, text: oneSpaced(words), region: parsed === null ? region : formatRegion(parsed) };
}

/** Collapses white space, which does not distinguish two searches. */
export function oneSpaced(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** The source as fields of the file: `{ url }`, `{ keyword, region }` or `{ headline, region }`. */
export function sourceFields(source: SourceSpec): Record<string, unknown> {
  return isNews(source)
    ? { [source.mode]: source.text, region: source.region }
    : { url: source.url, ...(source.mode !== undefined && { mode: source.mode }) };
}

/** The source as one readable line. */
export function sourceName(source: SourceSpec): string {
  if (isNews(source)) return `${source.mode} "${source.text}" (${source.region})`;
  return source.mode === undefined ? source.url : `${source.mode} of ${source.url}`;
}

/** The source of an entry as written; empty when it is missing. */
export function sourceText(raw: unknown): string {
  if (typeof raw !== 'object' || raw === null) return String(raw ?? '');
  const fields = raw as Readonly<Record<string, unknown>>;
  return String(SOURCE_FIELDS.map((name) => fields[name]).find((value) => value != null) ?? '');
}

/** Rows that decide what a POST reads and which items it returns. */
const CREATION_ROWS = FEED_ROWS.filter(
  ([, { creates, request }]) => creates && request !== 'settings',
);

/** The request body that creates the feed. */
export function sourceBody(source: SourceSpec, values: FeedValues = {}): CreateFeedBody {
  const chosen = Object.fromEntries(
    CREATION_ROWS.map(([name]) => [name, values[name as keyof FeedValues]]).filter(
      ([, value]) => value != null,
    ),
  );
  return isNews(source)
    ? { keyword: source.text, region: source.region, mode: source.mode, ...chosen }
    : { ...sourceFields(source), ...chosen };
}
