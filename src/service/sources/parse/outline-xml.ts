import { SourceError } from '../../fetch/index.js';
import { OpenElements } from '../document/open-elements.js';
import { isEntry, VOID_ELEMENTS } from './feed-elements.js';
import { MAX_PARTS, tooManyParts } from './raw-entry.js';
import { tags } from './xml-tags.js';

/** Real feeds stay under twenty; unescaped HTML in a description adds what it nests. */
const MAX_DEPTH = 500;

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
  /** Every element is closed by its own end tag, and every end tag closes one. */
  isBalanced: boolean;
  /** Ranges of the complete entries, in document order. */
  entries: EntryRange[];
  /**
   * Whether entries are handed to feedsmith with their number, so that what it returns can be told
   * apart: it drops entries without content. The number stands in `wfw:commentRss`, an element that it
   * reads in every format and that this service does not use.
   */
  isNumbered: boolean;
  /** Names of the elements around the entries, outermost first. */
  containers: string[];
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
    isBalanced: true,
    entries: [],
    isNumbered: false,
    containers: [],
  };
  let entry: { start: number; depth: number } | null = null;
  let elements = 0;
  for (const tag of tags(xml, outline.start)) {
    if (tag.kind !== 'close') elements += 1;
    if (elements > MAX_PARTS) throw tooManyParts(host);
    if (tag.kind === 'close') {
      const before = open.depth;
      const isKnown = open.close(tag.name);
      if (before - open.depth !== 1) outline.isBalanced = false;
      if (!isKnown) continue;
      if (entry !== null && open.depth <= entry.depth) {
        // Anything but its own end tag means that the entry was never finished.
        if (isEntry(tag.name)) outline.entries.push({ start: entry.start, end: tag.end });
        entry = null;
      }
    } else if (entry === null && open.depth > 0 && isEntry(tag.name)) {
      if (outline.containers.length === 0) outline.containers = open.names();
      if (tag.kind === 'open') entry = { start: tag.start, depth: open.depth };
    }
    if (tag.kind === 'open') {
      if (VOID_ELEMENTS.has(tag.name)) outline.isBalanced = false;
      else open.open(tag.name);
    }
    if (open.depth > MAX_DEPTH) throw tooDeep(host);
    if (open.depth === 0) {
      return { ...outline, end: tag.end, isComplete: true };
    }
  }
  return outline;
}

function rootStart(xml: string): number {
  return xml.search(/<(?:\w+:)?(?:rss|rdf|feed)[\s>/]/i);
}

function tooDeep(host: string): SourceError {
  return new SourceError(
    'SOURCE_INVALID',
    `The feed of ${host} nests elements more than ${MAX_DEPTH} deep, which no feed does.`,
  );
}
