import { DetectError, ParseError } from 'feedsmith';
import { newestEnd, withEntries, withinWindow } from './entry-window.js';
import type { EntryRange, XmlOutline } from './outline-xml.js';
import { EMPTY_FEED, type RawFeed } from './raw-entry.js';
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
  const read = READERS[kind];
  let cause: unknown;
  if (outline.isComplete) {
    try {
      return read(withinWindow(xml, outline));
    } catch (error) {
      // Well-formed, and without a single element that feedsmith knows: a feed without items.
      if (isWithoutContent(error)) return EMPTY_FEED;
      cause = error;
    }
  }
  const sound = soundEntries(xml, outline, read);
  if (sound.length === 0) throw new UnreadableXml('no sound entry', { cause });
  try {
    return read(withEntries(xml, outline, sound));
  } catch (error) {
    throw new UnreadableXml('the sound entries cannot be read together', { cause: error });
  }
}

/** Reads a complete document as it is; null when that fails. */
export function readSoundXml(xml: string, outline: XmlOutline, kind: XmlFeedKind): RawFeed | null {
  try {
    return READERS[kind](withinWindow(xml, outline));
  } catch {
    return null;
  }
}

function isWithoutContent(error: unknown): boolean {
  return error instanceof ParseError || error instanceof DetectError;
}

function soundEntries(
  xml: string,
  outline: XmlOutline,
  read: (text: string) => RawFeed,
): readonly EntryRange[] {
  const canRead = (entries: readonly EntryRange[]) => {
    try {
      read(withEntries(xml, outline, entries));
      return true;
    } catch {
      return false;
    }
  };
  const entries = newestEnd(xml, outline.entries);
  if (entries.length === 0 || canRead(entries)) return entries;
  return entries.filter((entry) => canRead([entry]));
}
