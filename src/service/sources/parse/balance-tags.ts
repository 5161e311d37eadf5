import { OpenElements } from '../document/open-elements.js';
import { isEntry, isFeedElement, VOID_ELEMENTS } from './feed-elements.js';
import { type Tag, tags } from './xml-tags.js';

/**
 * The document with an end tag for each element that the end of its entry or feed closes, and without end
 * tags of no element between those of an entry. To feedsmith, an element that is never closed contains
 * all entries behind it, and an end tag too many ends the entry or the feed, both without an error.
 * @param start offset of the root element; what is before it stays as it is
 */
export function balanceTags(xml: string, start: number): string {
  const open = new OpenElements();
  /** As written, outermost first. */
  const names: string[] = [];
  /** Depth of the outermost open element that is not structure. */
  let textDepth = Number.POSITIVE_INFINITY;
  const parts: string[] = [];
  let copied = 0;
  const replace = (from: number, to: number, text: string) => {
    parts.push(xml.slice(copied, from), text);
    copied = to;
  };
  for (const tag of tags(xml, start)) {
    const isText = open.depth >= textDepth;
    if (tag.kind === 'close') {
      if (open.close(tag.name)) {
        const [, ...unclosed] = names.splice(open.depth);
        // Nothing is added where the end tag is within a text itself.
        const ends = endTags(withoutMarkup(unclosed, Math.max(0, textDepth - open.depth - 1)));
        if (ends !== '') replace(tag.start, tag.start, ends);
        if (open.depth < textDepth) textDepth = Number.POSITIVE_INFINITY;
      } else if (!isText) replace(tag.start, tag.end, '');
    } else if (tag.kind === 'open') {
      if (!VOID_ELEMENTS.has(tag.name)) {
        open.open(tag.name);
        names.push(nameAsWritten(xml, tag));
        if (!isText && !isStructure(tag.name)) textDepth = open.depth;
      } else if (!isText) replace(tag.end - 1, tag.end, '/>');
    }
    if (open.depth === 0) break;
  }
  return parts.join('') + xml.slice(copied);
}

/** The elements that make up a feed. What is within others is left to feedsmith, which reads it as text. */
function isStructure(name: string): boolean {
  return isFeedElement(name) || isEntry(name);
}

/**
 * The elements down to the one with a text, and of those within it only the ones of the same name: they
 * are counted, to find the end of the text.
 */
function withoutMarkup(names: readonly string[], structure: number): string[] {
  const outer = names.slice(0, structure);
  const text = outer.at(-1);
  return [...outer, ...names.slice(structure).filter((name) => name === text)];
}

/** The end of a text is looked for in the case of its beginning. */
function nameAsWritten(xml: string, { start, end }: Tag): string {
  return /^[^\s/>]+/.exec(xml.slice(start + 1, end))?.[0] ?? '';
}

/** End tags of elements, the innermost first. @param names outermost first */
export function endTags(names: readonly string[]): string {
  return names
    .map((name) => `</${name}>`)
    .reverse()
    .join('');
}
