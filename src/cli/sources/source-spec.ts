import type { CreateFeedBody } from '../../client/index.js';
import { normalisedSource } from '../../contract/source.js';
import { isNews, type SourceSpec } from './model.js';

/**
 * The identity of a source: two sources with the same key are one feed. A service that does not
 * distinguish a headline from a search (`tellsModes` false) treats them as one.
 */
export function sourceId(source: SourceSpec, { tellsModes }: { tellsModes: boolean }): string {
  if (!isNews(source)) return `url ${normalisedSource(source.url)}`;
  return `${tellsModes ? source.mode : 'news'} ${source.region} ${source.text}`;
}

/**
 * The source as fields of the file: `{ url }` with what else was chosen, `{ keyword, region }` or
 * `{ headline, region }`.
 */
export function sourceFields(source: SourceSpec): Record<string, unknown> {
  if (isNews(source)) return { [source.mode]: source.text, region: source.region };
  const { url, from, selectors, render, steps } = source;
  return {
    url,
    ...(from === undefined ? {} : { from }),
    ...(selectors === undefined ? {} : { selectors }),
    ...(render === undefined ? {} : { render }),
    ...(steps === undefined ? {} : { steps }),
  };
}

/** How the page is opened, each as one text; undefined where the source does not say. */
export function renderingTexts(source: SourceSpec): Partial<Record<'render' | 'steps', string>> {
  if (isNews(source)) return {};
  const { render, steps } = source;
  return {
    ...(render !== undefined && { render }),
    ...(steps !== undefined && { steps: JSON.stringify(steps) }),
  };
}

/** The source as one readable line. */
export function sourceName(source: SourceSpec): string {
  return isNews(source) ? `${source.mode} "${source.text}" (${source.region})` : source.url;
}

/** The request body that creates the feed. */
export function sourceBody(source: SourceSpec): CreateFeedBody {
  return isNews(source)
    ? { keyword: source.text, region: source.region, mode: source.mode }
    : source;
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
