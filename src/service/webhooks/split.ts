/** Most items one event carries, new and changed together. */
export const ITEMS_PER_EVENT = 100;

/** The items of an update: rows of the store, or items as they travel. */
export interface UpdatedItems<Item> {
  items_new: Item[];
  items_changed: Item[];
}

/**
 * Cuts a large update into events: new items first, then changed ones, each in its order. Receivers
 * limit the size of a body, and 500 items of 26,000 characters are over 10 MB. An update without
 * items makes no event.
 */
export function splitUpdate<Item>(
  update: UpdatedItems<Item>,
  size: number = ITEMS_PER_EVENT,
): UpdatedItems<Item>[] {
  const parts: UpdatedItems<Item>[] = [];
  const total = update.items_new.length + update.items_changed.length;
  for (let start = 0; start < total; start += size) {
    const changedFrom = Math.max(0, start - update.items_new.length);
    const newItems = update.items_new.slice(start, start + size);
    const changedTo = changedFrom + size - newItems.length;
    parts.push({
      items_new: newItems,
      items_changed: update.items_changed.slice(changedFrom, changedTo),
    });
  }
  return parts;
}
