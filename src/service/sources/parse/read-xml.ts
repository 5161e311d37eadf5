import { DetectError, ParseError } from 'feedsmith';
import { entriesAlone, newestEnd, withEntries, withinWindow } from './entry-window.js';
import type { XmlOutline } from './outline-xml.js';
import { EMPTY_FEED, type RawFeed } from './raw-entry.js';
import { readApart } from './read-apart.js';
import { readAtom } from './read-atom.js';
import { readRdf, readRss } from './read-rss.js';

/**
 * feedsmith tells formats apart by looking for names anywhere in a document, so an Atom entry that
 * quotes `<rss version="2.0">` is RSS to its parseFeed. The kind of the root element decides here.
 */
const READERS = { rss: readRss, rdf: readRdf, atom: readAtom } as const;

export type XmlFeedKind = keyof typeof READERS;

/** Nothing whole could be read; `cause` is what the parser said. */
export class UnreadableXml extends Error {}

/**
 * Reads a prepared document, or what is sound of it: publishers' scripts break off in the middle,
 * and one entry with a slip in it is no reason to lose all the others.
 * @throws UnreadableXml when not one entry is sound
 */
export function readXml(xml: string, outline: XmlOutline, kind: XmlFeedKind): RawFeed {
  const entries = newestEnd(xml, outline.entries);
  let whole: RawFeed | null = null;
  let cause: unknown;
  if (outline.isComplete || entries.length > 0) {
    const text = outline.isComplete
      ? withinWindow(xml, outline)
      : withEntries(xml, outline, entries);
    try {
      whole = READERS[kind](text);
    } catch (error) {
      cause = error;
    }
  }
  if (whole !== null && whole.entries.length >= entries.length) return whole;
  const found = readApart(entries, (some) => tryRead(entriesAlone(xml, outline, some), kind));
  if (found.length > (whole?.entries.length ?? 0)) {
    const head = whole ?? tryRead(withEntries(xml, outline, []), kind) ?? EMPTY_FEED;
    return { ...head, entries: found };
  }
  if (whole !== null) return whole;
  // Well-formed, and without a single element that feedsmith knows: a feed without items.
  if (outline.isComplete && isWithoutContent(cause)) return EMPTY_FEED;
  throw new UnreadableXml('no sound entry', { cause });
}

/** Reads a complete document as it is; null when that fails. */
export function readSoundXml(xml: string, outline: XmlOutline, kind: XmlFeedKind): RawFeed | null {
  return tryRead(withinWindow(xml, outline), kind);
}

function tryRead(text: string, kind: XmlFeedKind): RawFeed | null {
  try {
    return READERS[kind](text);
  } catch {
    return null;
  }
}

function isWithoutContent(error: unknown): boolean {
  return error instanceof ParseError || error instanceof DetectError;
}
