import { setImmediate as nextIteration } from 'node:timers/promises';
import type { DroppedBy } from '../../contract/index.js';
import type { SearchedItem } from './searched-item.js';
import { itemFilter } from './stored-filters.js';

/** A filter that applies to some items, and whose it is. */
export interface OwnedFilter {
  /** Id of the feed or bundle. */
  of: string;
  /** See `FeedsTable.filters`. */
  filters: string | null;
}

export interface Sifted<Item> {
  item: Item;
  /** Null for an item that is shown. */
  droppedBy: DroppedBy | null;
}

/** Regular expressions on long texts take milliseconds an item: other requests go in between. */
const MAX_BLOCKING_MS = 10;

/**
 * Applies filters to items, in order.
 * @param filtersOf the filters of an item, the one that is named first in front
 */
export async function sift<Item extends SearchedItem>(
  items: readonly Item[],
  filtersOf: (item: Item) => readonly OwnedFilter[],
): Promise<Sifted<Item>[]> {
  const sifted: Sifted<Item>[] = [];
  let startedAt = performance.now();
  for (const item of items) {
    sifted.push({ item, droppedBy: await droppedBy(item, filtersOf(item)) });
    if (performance.now() - startedAt < MAX_BLOCKING_MS) continue;
    await nextIteration();
    startedAt = performance.now();
  }
  return sifted;
}

async function droppedBy(
  item: SearchedItem,
  owned: readonly OwnedFilter[],
): Promise<DroppedBy | null> {
  for (const { of, filters } of owned) {
    const hidden = filters === null ? null : (await itemFilter(filters)).hides(item);
    if (hidden !== null) return { ...hidden, of };
  }
  return null;
}

/** The items that one filter shows. */
export async function shownItems<Item extends SearchedItem>(
  items: readonly Item[],
  filters: string | null,
): Promise<Item[]> {
  if (filters === null) return [...items];
  const sifted = await sift(items, () => [{ of: '', filters }]);
  return sifted.flatMap(({ item, droppedBy }) => (droppedBy === null ? [item] : []));
}
