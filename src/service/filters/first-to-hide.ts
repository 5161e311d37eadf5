import type { HiddenBy } from './item-filter.js';
import type { SearchedItem } from './searched-item.js';
import { itemFilter } from './stored-filters.js';

/** The rule that hides an item, and the position of its filter. */
export interface HiddenByFilter extends HiddenBy {
  filter: number;
}

/** The first of several filters that hides an item, or null. */
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
