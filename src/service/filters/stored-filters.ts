import type { Filters } from '../../contract/index.js';
import { compileFilter, type HiddenBy, type ItemFilter } from './item-filter.js';
import type { SearchedItem } from './searched-item.js';

export const NO_FILTERS: Filters = { include: [], exclude: [] };

/** The filters in a column; a null column means that there are none. */
export function readFilters(column: string | null): Filters {
  return column === null ? NO_FILTERS : (JSON.parse(column) as Filters);
}

/** The column for filters; equal filters have equal text. */
export function filtersColumn({ include, exclude }: Filters): string | null {
  const isEmpty = include.length === 0 && exclude.length === 0;
  return isEmpty ? null : JSON.stringify({ include, exclude });
}

/** Maximum number of compiled filters that are kept. */
const MAX_COMPILED = 500;

/** The compiled filters by column, the least recently used first. */
const compiled = new Map<string, Promise<ItemFilter>>();

/** The filter of a column. It is compiled once while it is in use. */
export function itemFilter(column: string): Promise<ItemFilter> {
  const filter = compiled.get(column) ?? compileFilter(readFilters(column));
  compiled.delete(column);
  compiled.set(column, filter);
  const [oldest] = compiled.keys();
  if (compiled.size > MAX_COMPILED && oldest !== undefined) compiled.delete(oldest);
  return filter;
}

/** The rule that hides an item, and the position of its filter. */
export interface HiddenByFilter extends HiddenBy {
  filter: number;
}

/** The first of several filters that hides an item; null if the item is shown. */
export async function firstToHide(
  item: SearchedItem,
  columns: readonly string[],
): Promise<HiddenByFilter | null> {
  for (const [filter, column] of columns.entries()) {
    const hidden = (await itemFilter(column)).hides(item);
    if (hidden !== null) return { ...hidden, filter };
  }
  return null;
}
