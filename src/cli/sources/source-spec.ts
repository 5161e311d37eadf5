import type { CreateFeedBody } from '../../client/index.js';
import { normalisedSource } from '../../contract/source.js';
import { isNews, type SourceSpec } from './model.js';

/**
 * The key by which a source is found again: two sources with one key are one feed. A service that
 * does not tell a headline from a search (`tellsModes` false) cannot keep them apart either.
 */
export function sourceId(source: SourceSpec, { tellsModes }: { tellsModes: boolean }): string {
  if (!isNews(source)) return `url ${normalisedSource(source.url)}`;
  return `${tellsModes ? source.mode : 'news'} ${source.region} ${source.text}`;
}

/** The source in the words of the file: `{ url }`, `{ keyword, region }` or `{ headline, region }`. */
export function sourceFields(source: SourceSpec): Record<string, unknown> {
  if (isNews(source)) return { [source.mode]: source.text, region: source.region };
  return source.selectors === undefined
    ? { url: source.url }
    : { url: source.url, selectors: source.selectors };
}

/** The source on one line, for people. */
export function sourceName(source: SourceSpec): string {
  return isNews(source) ? `${source.mode} "${source.text}" (${source.region})` : source.url;
}

/** What the service is asked to make. */
export function sourceBody(source: SourceSpec): CreateFeedBody {
  return isNews(source)
    ? { keyword: source.text, region: source.region, mode: source.mode }
    : source;
}

/** The names of several bundles in one cell, apart by semicolons; `\` takes a semicolon literally. */
export function joinNames(names: readonly string[]): string {
  return names.map((name) => name.replace(/[\\;]/g, '\\$&')).join('; ');
}

/** The names that a cell holds, each once; blank ones are no names. */
export function splitNames(cell: string): string[] {
  const names = [...cell.matchAll(/(?:\\.|[^\\;]|\\$)+/gs)].map(([part]) =>
    part.trim().replace(/\\(.)/gs, '$1'),
  );
  return [...new Set(names.filter((name) => name !== ''))];
}
