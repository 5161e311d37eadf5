import type { Selectors } from '../../contract/index.js';
import type { Source } from '../sources/source-reader.js';

/** One text for equal selectors, whatever the order of their keys. */
export function canonicalSelectors(selectors: Selectors): string {
  const { items, title, link, date, image } = selectors;
  return JSON.stringify({ items, title, link, date, image });
}

/** Whether a request fits the stored feed; one that names no selectors takes it as it is. */
export function sameSelectors(source: Source, stored: string | null): boolean {
  if (source.mode !== 'url' || source.selectors === null) return true;
  return canonicalSelectors(source.selectors) === stored;
}
