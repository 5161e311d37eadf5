import { MAX_EVENT_ITEMS } from '../../contract/sizes.js';

/** Maximum size of the items in one event, in bytes; a larger single item is sent alone. */
const BYTES_PER_EVENT = 768 * 1024;

/** The items of an update: database rows, or items as sent. */
export interface UpdatedItems<Item> {
  items_new: readonly Item[];
  items_changed: readonly Item[];
}

/** The items of one event. */
interface Part<Item> {
  items_new: Item[];
  items_changed: Item[];
}

interface EventSize<Item> {
  items: number;
  bytes: number;
  bytesOf(item: Item): number;
}

/**
 * Splits a large update into events: new items first, then changed ones, in order. Receivers limit
 * the body size, often to 1 MiB, and 500 items of 26,000 characters are over 10 MB. An update
 * without items makes no event.
 */
export function splitUpdate<Item>(
  update: UpdatedItems<Item>,
  {
    items = MAX_EVENT_ITEMS,
    bytes = BYTES_PER_EVENT,
    bytesOf = jsonBytes,
  }: Partial<EventSize<Item>> = {},
): Part<Item>[] {
  const parts: Part<Item>[] = [];
  let last: Part<Item> | undefined;
  let room = { items: 0, bytes: 0 };
  for (const kind of ['items_new', 'items_changed'] as const) {
    for (const item of update[kind]) {
      const size = bytesOf(item);
      if (last === undefined || room.items === 0 || room.bytes < size) {
        last = { items_new: [], items_changed: [] };
        parts.push(last);
        room = { items, bytes };
      }
      last[kind].push(item);
      room = { items: room.items - 1, bytes: room.bytes - size };
    }
  }
  return parts;
}

function jsonBytes(item: unknown): number {
  return Buffer.byteLength(JSON.stringify(item));
}
