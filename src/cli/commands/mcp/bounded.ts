import type { Item } from '../../../client/index.js';

/** Maximum size of the JSON of a result, in bytes. */
const MAX_RESULT_BYTES = 256 * 1024;

/** Maximum characters of the text of an item. */
const MAX_TEXT = 2000;

/** What was left out of a result, and how to get it. */
interface Cut {
  truncated: string;
}

/** An item for an agent: its text bounded, its HTML left out. */
export function briefItem({ description_html: _, ...item }: Item): object {
  const { description_text: text } = item;
  if (text.length <= MAX_TEXT) return item;
  return { ...item, description_text: text.slice(0, MAX_TEXT), text_truncated: true };
}

/**
 * A result with a list, from whose end entries are dropped until its JSON fits.
 * @param more how to get the dropped entries
 */
export function boundedList<Rest extends object>(
  name: string,
  entries: readonly object[],
  rest: Rest,
  more: string,
): object & Partial<Cut> {
  const kept: object[] = [];
  let bytes = byteLength(rest);
  for (const entry of entries) {
    bytes += byteLength(entry) + 1;
    if (bytes > MAX_RESULT_BYTES) break;
    kept.push(entry);
  }
  const result = { ...rest, [name]: kept };
  if (kept.length === entries.length) return result;
  return {
    ...result,
    truncated: `The result is limited to ${MAX_RESULT_BYTES / 1024} KiB: ${kept.length} of ${entries.length} are included. ${more}`,
  };
}

function byteLength(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
