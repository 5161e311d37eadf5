import { endTags } from './balance-tags.js';
import { isFeedElement } from './feed-elements.js';
import type { EntryRange, XmlOutline } from './outline-xml.js';
import { readDate } from './read-date.js';
import { tags } from './xml-tags.js';

/** Most entries taken from one document. */
export const MAX_ENTRIES = 500;

/**
 * The document with at most 500 entries in it. Cutting before parsing bounds time and memory.
 */
export function withinWindow(xml: string, outline: XmlOutline): string {
  const { start, end, entries, isNumbered } = outline;
  if (entries.length === 0) return xml.slice(start, end);
  if (entries.length <= MAX_ENTRIES && !isNumbered) return xml.slice(start, end);
  const before = xml.slice(start, entries[0]?.start);
  const after = xml.slice(entries.at(-1)?.end, end);
  return before + joined(xml, outline, newestEnd(xml, entries)) + after;
}

/** The head of a document with some of its entries, and nothing after them. */
export function withEntries(
  xml: string,
  outline: XmlOutline,
  chosen: readonly EntryRange[],
): string {
  const { start, entries, containers } = outline;
  const head = xml.slice(start, entries[0]?.start);
  return head + joined(xml, outline, chosen) + endTags(containers);
}

/** Some entries within the tags of their feed alone: a slip in the head of a document can hide them all. */
export function entriesAlone(
  xml: string,
  outline: XmlOutline,
  chosen: readonly EntryRange[],
): string {
  const names = outline.containers.filter(isFeedElement);
  const opening: string[] = [];
  for (const { kind, name, start, end } of tags(xml, outline.start)) {
    if (opening.length === names.length) break;
    if (kind === 'open' && name === names[opening.length]) opening.push(xml.slice(start, end));
  }
  return opening.join('') + joined(xml, outline, chosen) + endTags(names);
}

/** At most 500 entries: the first ones, or the last where dates grow towards the end. */
export function newestEnd(xml: string, entries: readonly EntryRange[]): readonly EntryRange[] {
  if (entries.length <= MAX_ENTRIES) return entries;
  return isAscending(xml, entries) ? entries.slice(-MAX_ENTRIES) : entries.slice(0, MAX_ENTRIES);
}

function joined(
  xml: string,
  { entries: all, isNumbered }: XmlOutline,
  chosen: readonly EntryRange[],
): string {
  if (!isNumbered) return chosen.map(({ start, end }) => xml.slice(start, end)).join('');
  const numbers = new Map(all.map((entry, number) => [entry, number]));
  return chosen
    .map((entry) => {
      const { value: opening } = tags(xml, entry.start).next();
      const at = opening?.end ?? entry.end;
      const number = `<wfw:commentRss>${numbers.get(entry)}</wfw:commentRss>`;
      return xml.slice(entry.start, at) + number + xml.slice(at, entry.end);
    })
    .join('');
}

function isAscending(xml: string, entries: readonly EntryRange[]): boolean {
  const [first, last] = [entries[0], entries.at(-1)].map((entry) => {
    const text = xml.slice(entry?.start, Math.min(entry?.end ?? 0, (entry?.start ?? 0) + 65_536));
    const date = /<(?:\w+:)?(?:pubdate|published|updated|date|issued)[^>]*>([^<]{1,60})</i.exec(
      text,
    );
    return readDate(date?.[1] ?? '')?.local;
  });
  return first !== undefined && last !== undefined && first < last;
}
