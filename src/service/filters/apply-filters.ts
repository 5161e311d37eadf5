import { setImmediate as nextIteration } from 'node:timers/promises';
import type { DroppedBy, DroppedChoice, Item } from '../../contract/index.js';
import { matchInWorker } from './match-in-worker.js';
import type { SearchedItem } from './searched-item.js';
import { firstToHide, type HiddenByFilter, itemFilter } from './stored-filters.js';

/** A filter that applies to some items, and the object that it belongs to. */
export interface OwnedFilter {
  /** Id of the feed or bundle, or `MUTED`. */
  of: string;
  /** See column `filters` of feeds. */
  filters: string | null;
}

export interface Filtered<T> {
  item: T;
  /** The rule that hides the item; null if the item is shown. */
  droppedBy: DroppedBy | null;
}

/**
 * Maximum time in one turn of the event loop, in milliseconds: a search in long texts takes
 * milliseconds per item, and other requests are handled in between.
 */
const MAX_BLOCKING_MS = 10;

/**
 * Maximum cost of regular expressions in this thread for one response (see `ItemFilter.cost`): 40
 * ms at worst. Further items are matched in a worker thread.
 */
const MAX_COST_HERE = 400_000;

/**
 * Applies filters to items, in order.
 * @param filtersOf the filters of an item; if several hide it, the first one is named
 * @throws ServiceError INVALID_FIELD naming a regular expression that takes too long
 */
export async function applyFilters<T extends SearchedItem>(
  items: readonly T[],
  filtersOf: (item: T) => readonly OwnedFilter[],
): Promise<Filtered<T>[]> {
  const filtered: Filtered<T>[] = [];
  const costly: { filtered: Filtered<T>; owned: readonly AppliedFilter[] }[] = [];
  let cost = 0;
  let startedAt = performance.now();
  for (const item of items) {
    const owned = filtersOf(item).flatMap(applied);
    const hidden: Filtered<T> = { item, droppedBy: null };
    filtered.push(hidden);
    if (owned.length === 0) continue;
    const itemCost = await costOf(item, owned);
    if (cost + itemCost > MAX_COST_HERE) costly.push({ filtered: hidden, owned });
    else {
      cost += itemCost;
      hidden.droppedBy = ownedBy(await firstToHide(item, searchedColumns(owned)), owned);
    }
    if (performance.now() - startedAt < MAX_BLOCKING_MS) continue;
    await nextIteration();
    startedAt = performance.now();
  }
  if (costly.length === 0) return filtered;
  const found = await matchInWorker(
    costly.map(({ filtered: { item }, owned }) => ({ item, columns: searchedColumns(owned) })),
  );
  for (const [index, { filtered: hidden, owned }] of costly.entries()) {
    hidden.droppedBy = ownedBy(found[index] ?? null, owned);
  }
  return filtered;
}

interface AppliedFilter {
  of: string;
  filters: string;
}

function applied({ of, filters }: OwnedFilter): AppliedFilter[] {
  return filters === null ? [] : [{ of, filters }];
}

function searchedColumns(owned: readonly AppliedFilter[]): string[] {
  return owned.map(({ filters }) => filters);
}

async function costOf(item: SearchedItem, owned: readonly AppliedFilter[]): Promise<number> {
  let cost = 0;
  for (const { filters } of owned) cost += (await itemFilter(filters)).cost(item);
  return cost;
}

function ownedBy(hidden: HiddenByFilter | null, owned: readonly AppliedFilter[]): DroppedBy | null {
  const of = hidden === null ? undefined : owned[hidden.filter]?.of;
  return hidden === null || of === undefined ? null : { list: hidden.list, rule: hidden.rule, of };
}

/** The items that all filters in the given columns show; see column `filters` of feeds. */
export async function shownItems<T extends SearchedItem>(
  items: readonly T[],
  columns: readonly (string | null)[],
): Promise<T[]> {
  const owned = columns.map((filters) => ({ of: '', filters }));
  const filtered = await applyFilters(items, () => owned);
  return filtered.flatMap(({ item, droppedBy }) => (droppedBy === null ? [item] : []));
}

/** The items of a feed that a response contains: the shown items, the hidden ones, or both. */
export async function chosenItems(
  items: readonly Item[],
  filters: readonly OwnedFilter[],
  dropped: DroppedChoice | undefined,
): Promise<Item[]> {
  const filtered = await applyFilters(items, () => filters);
  return filtered.filter((each) => isChosen(each, dropped)).map(markedItem);
}

export function isChosen(
  { droppedBy }: Filtered<unknown>,
  dropped: DroppedChoice | undefined,
): boolean {
  if (dropped === 'include') return true;
  return (droppedBy !== null) === (dropped === 'only');
}

/** The item, with the rule that hides it if there is one. */
export function markedItem({ item, droppedBy }: Filtered<Item>): Item {
  return droppedBy === null ? item : { ...item, dropped_by: droppedBy };
}
