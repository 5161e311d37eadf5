import type { DocumentDigest } from '../../core/source-document.js';
import type { SourceText } from '../document/source-text.js';
import { digestOf, isUsualNumber } from './document-digest.js';
import { VOLATILE_ELEMENTS } from './feed-elements.js';
import type { WalkedXml } from './walk-xml.js';

/**
 * The digest of an XML feed: a hash of each entry's text, and one of what is around the entries. Comments
 * around them are left out: they often name the time of a build.
 * @param context what entries are read by besides the document
 */
export function digestOfXml(
  text: SourceText,
  { feed, entries, comments }: WalkedXml,
  context: readonly string[],
): DocumentDigest | null {
  if (feed === null || !isUsualNumber(entries.length)) return null;
  const volatile = feed.children.filter(({ name }) => VOLATILE_ELEMENTS.has(name));
  const leftOut = [...volatile, ...comments, ...entries].sort((a, b) => a.start - b.start);
  const around: string[] = [];
  let from = feed.start;
  for (const { start, end } of [...leftOut, { start: feed.end, end: feed.end }]) {
    const part = start > from ? text.part(from, start).trim() : '';
    if (part !== '') around.push(part);
    from = Math.max(from, end);
  }
  return digestOf(
    [...context, ...around],
    entries.map(({ start, end }) => text.hash(start, end)),
  );
}
