import { hash } from 'node:crypto';
import type { DocumentDigest } from '../../core/source-document.js';
import type { SourceText } from '../document/source-text.js';
import { digestOf, isUsualNumber } from './document-digest.js';
import { VOLATILE_ELEMENTS } from './feed-elements.js';
import type { TextRange, WalkedXml } from './walk-xml.js';

/**
 * The digest of an XML feed: a hash of each entry's text, and one of what is around the entries. Comments are
 * left out of both: they often name the time of a build. Null for a document with text between its entries.
 * @param context what entries are read by beside the document
 */
export function digestOfXml(
  text: SourceText,
  { feed, entries, comments }: WalkedXml,
  context: readonly string[],
): DocumentDigest | null {
  const [first, last] = [entries[0], entries.at(-1)];
  if (feed === null || first === undefined || last === undefined) return null;
  if (!isUsualNumber(entries.length)) return null;
  const source = textWithout(text, comments);
  const hasGap = entries.some((entry, index) => {
    const gap = source(entries[index - 1]?.end ?? entry.start, entry.start);
    return gap.trim() !== '';
  });
  if (hasGap) return null;
  const volatile = feed.children
    .filter(({ name }) => VOLATILE_ELEMENTS.has(name))
    .map(({ start, end }) => [start, end] as const);
  const around = textWithout(
    text,
    [...volatile, ...comments].sort(([a], [b]) => a - b),
  );
  return digestOf(
    [...context, around(feed.start, first.start), around(last.end, feed.end)],
    entries.map(({ start, end }) => {
      const isPlain = !text.markup.slice(start, end).includes('<!--');
      return isPlain ? text.hash(start, end) : hash('sha256', source(start, end), 'base64url');
    }),
  );
}

/** Reads parts of a document without some ranges. @param ranges in document order */
export function textWithout(text: SourceText, ranges: readonly TextRange[]) {
  return (start: number, end: number): string => {
    const parts: string[] = [];
    let from = start;
    for (let at = firstBehind(ranges, start); (ranges[at]?.[0] ?? end) < end; at += 1) {
      const [left = 0, right = 0] = ranges[at] ?? [];
      if (left > from) parts.push(text.part(from, left));
      from = Math.max(from, right);
    }
    if (from < end) parts.push(text.part(from, end));
    return parts.join('');
  };
}

/** The first range that begins at an offset or behind it. */
function firstBehind(ranges: readonly TextRange[], offset: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.[0] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
