import type { CreateFeedBody } from '../../client/index.js';
import { normalisedSource } from '../../contract/source.js';
import { type FeedValues, isNews, type SourceSpec, type UrlSource } from './model.js';
import { FEED_ROWS } from './values.js';

/**
 * The identity of a source: two sources with the same key are one feed. A service that does not
 * distinguish a headline from a search (`tellsModes` false) treats them as one.
 */
export function sourceId(source: SourceSpec, { tellsModes }: { tellsModes: boolean }): string {
  if (!isNews(source)) return `${source.mode ?? 'url'} ${normalisedSource(source.url)}`;
  return `${tellsModes ? source.mode : 'news'} ${source.region} ${source.text}`;
}

/** The source as fields of the file: `{ url }`, `{ keyword, region }` or `{ headline, region }`. */
export function sourceFields(source: SourceSpec): Record<string, unknown> {
  return isNews(source)
    ? { [source.mode]: source.text, region: source.region }
    : { url: source.url, ...modeOf(source) };
}

function modeOf({ mode }: UrlSource) {
  return mode === undefined ? {} : { mode };
}

function addressName({ url, mode }: UrlSource): string {
  return mode === undefined ? url : `${mode} of ${url}`;
}

/** The source as one readable line. */
export function sourceName(source: SourceSpec): string {
  return isNews(source)
    ? `${source.mode} "${source.text}" (${source.region})`
    : addressName(source);
}

/** Rows that decide what a POST reads and which items it returns. */
const CREATION_ROWS = FEED_ROWS.filter(
  ([, { creates, request }]) => creates && request !== 'settings',
);

/** The request body that creates the feed. */
export function sourceBody(source: SourceSpec, values: FeedValues = {}): CreateFeedBody {
  const chosen = Object.fromEntries(
    CREATION_ROWS.flatMap(([name]) => {
      const value = values[name as keyof FeedValues];
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );
  return isNews(source)
    ? { keyword: source.text, region: source.region, mode: source.mode, ...chosen }
    : { url: source.url, ...modeOf(source), ...chosen };
}

/** Names of several bundles in one cell, separated by semicolons; `\` escapes a semicolon. */
export function joinNames(names: readonly string[]): string {
  return names.map((name) => name.replace(/[\\;]/g, '\\$&')).join('; ');
}

/** The unique, non-blank names in a cell. */
export function splitNames(cell: string): string[] {
  const names = [...cell.matchAll(/(?:\\.|[^\\;]|\\$)+/gs)].map(([part]) =>
    part.trim().replace(/\\(.)/gs, '$1'),
  );
  return [...new Set(names.filter((name) => name !== ''))];
}
