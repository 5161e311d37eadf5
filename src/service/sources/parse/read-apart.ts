import type { EntryRange } from './outline-xml.js';
import type { RawEntry, RawFeed } from './raw-entry.js';

/** One slip among 500 entries takes about twenty reads. */
const MAX_READS = 64;

/**
 * Reads entries apart from those that hide others: to the parser, an element that is never closed contains
 * all that is behind it, and an end tag too many ends the feed, both without an error. Where entries
 * yield fewer than they are, each half is read, and so on.
 * @param readSome reads a document with these entries alone; null when that fails
 * @returns what could be read, in order
 */
export function readApart(
  entries: readonly EntryRange[],
  readSome: (some: readonly EntryRange[]) => RawFeed | null,
): RawEntry[] {
  let reads = 0;
  return entries.length === 0 ? [] : readPart(entries);

  function readPart(part: readonly EntryRange[]): RawEntry[] {
    reads += 1;
    const found = readSome(part)?.entries ?? [];
    if (found.length >= part.length || part.length === 1 || reads >= MAX_READS) return found;
    const middle = Math.ceil(part.length / 2);
    return [...readPart(part.slice(0, middle)), ...readPart(part.slice(middle))];
  }
}
