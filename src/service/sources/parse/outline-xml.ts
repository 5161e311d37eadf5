import { SourceError } from '../../fetch/index.js';
import { OpenElements } from '../document/open-elements.js';
import { MAX_PARTS, tooManyParts } from './raw-entry.js';

/** Real feeds stay under twenty; unescaped HTML in a description adds what it nests. */
const MAX_DEPTH = 500;

/** Elements of HTML that nobody closes; their names occur in no feed format with a body. */
const VOID_ELEMENTS = new Set(['br', 'hr', 'img', 'input', 'wbr']);

/** Offsets of an entry in the document; `end` is exclusive. */
export interface EntryRange {
  start: number;
  end: number;
}

/** Where things are in a feed document, found without building a tree. */
export interface XmlOutline {
  /** The root's own range; what stands after it is no part of the feed. */
  start: number;
  end: number;
  /** False when the document breaks off before its root is closed. */
  isComplete: boolean;
  /** Ranges of the complete entries, in document order. */
  entries: EntryRange[];
  /** Names of the elements around the entries, outermost first. */
  containers: string[];
}

interface Tag {
  name: string;
  kind: 'open' | 'close' | 'empty';
  start: number;
  end: number;
}

/**
 * Walks the tags of a prepared feed once, in linear time, and keeps no more than the open ones.
 * @throws SourceError SOURCE_INVALID when elements nest deeper than any feed does, SOURCE_TOO_LARGE
 *   when there are too many
 */
export function outlineXml(xml: string, host: string): XmlOutline {
  const open = new OpenElements();
  const outline: XmlOutline = {
    start: Math.max(0, rootStart(xml)),
    end: xml.length,
    isComplete: false,
    entries: [],
    containers: [],
  };
  let entry: { start: number; depth: number } | null = null;
  let elements = 0;
  for (const tag of tags(xml, outline.start)) {
    if (tag.kind !== 'close') elements += 1;
    if (elements > MAX_PARTS) throw tooManyParts(host);
    if (tag.kind === 'close') {
      if (!open.close(tag.name)) continue;
      if (entry !== null && open.depth <= entry.depth) {
        // Anything but its own end tag means that the entry was never finished.
        if (isEntry(tag.name)) outline.entries.push({ start: entry.start, end: tag.end });
        entry = null;
      }
    } else if (entry === null && open.depth > 0 && isEntry(tag.name)) {
      if (outline.containers.length === 0) outline.containers = open.names();
      if (tag.kind === 'open') entry = { start: tag.start, depth: open.depth };
    }
    if (tag.kind === 'open' && !VOID_ELEMENTS.has(tag.name)) open.open(tag.name);
    if (open.depth > MAX_DEPTH) throw tooDeep(host);
    if (open.depth === 0) {
      return { ...outline, end: tag.end, isComplete: true };
    }
  }
  return outline;
}

/** `item` of RSS and RDF, `entry` of Atom, with any prefix. */
function isEntry(name: string): boolean {
  return /^(?:[\w-]+:)?(?:item|entry)$/.test(name);
}

function rootStart(xml: string): number {
  return xml.search(/<(?:\w+:)?(?:rss|rdf|feed)[\s>/]/i);
}

function* tags(xml: string, from: number): Generator<Tag> {
  const name = /\/?([a-z_][^\s/>]*)/iy;
  for (let at = xml.indexOf('<', from); at >= 0; ) {
    const skipped = skipSection(xml, at);
    if (skipped !== null) {
      at = xml.indexOf('<', skipped);
      continue;
    }
    name.lastIndex = at + 1;
    const match = name.exec(xml);
    const end = match === null ? at + 1 : tagEnd(xml, name.lastIndex);
    if (end < 0) return;
    if (match?.[1] !== undefined) {
      const kind = match[0].startsWith('/') ? 'close' : xml[end - 2] === '/' ? 'empty' : 'open';
      yield { name: match[1].toLowerCase(), kind, start: at, end };
    }
    at = xml.indexOf('<', end);
  }
}

/** The end of a CDATA section, processing instruction or declaration at a position; else null. */
function skipSection(xml: string, at: number): number | null {
  const closing = xml.startsWith('<![CDATA[', at)
    ? ']]>'
    : xml.startsWith('<?', at)
      ? '?>'
      : xml.startsWith('<!', at)
        ? '>'
        : null;
  if (closing === null) return null;
  const end = xml.indexOf(closing, at);
  return end < 0 ? xml.length : end + closing.length;
}

/** Past the `>` that ends a tag; one within a quoted attribute value does not. -1 when cut off. */
function tagEnd(xml: string, from: number): number {
  const special = /[>"']/g;
  special.lastIndex = from;
  for (let match = special.exec(xml); match !== null; match = special.exec(xml)) {
    if (match[0] === '>') return match.index + 1;
    if (!followsEquals(xml, match.index, from)) continue;
    const valueEnd = xml.indexOf(match[0], match.index + 1);
    // A quote that is never closed is a slip of the pen: the tag ends at the next bracket.
    if (valueEnd >= 0) special.lastIndex = valueEnd + 1;
  }
  return -1;
}

function followsEquals(xml: string, at: number, from: number): boolean {
  let before = at - 1;
  while (before > from && /\s/.test(xml[before] ?? '')) before -= 1;
  return xml[before] === '=';
}

function tooDeep(host: string): SourceError {
  return new SourceError(
    'SOURCE_INVALID',
    `The feed of ${host} nests elements more than ${MAX_DEPTH} deep, which no feed does.`,
  );
}
