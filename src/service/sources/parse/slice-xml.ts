import { hash } from 'node:crypto';
import type { DocumentDigest } from '../../core/source-document.js';
import { SourceError } from '../../fetch/index.js';
import type { SourceText } from '../document/source-text.js';
import { digestOf, isUsualNumber } from './document-digest.js';
import { type EntryRange, outlineXml, type XmlOutline } from './outline-xml.js';
import { prepareXml } from './prepare-xml.js';
import type { XmlFeedKind } from './read-xml.js';

/** An XML feed whose entries were found in the document as it came, but not read. */
export interface SlicedXml {
  digest: DocumentDigest;
  /** The document with these entries alone. */
  withSome(chosen: (index: number) => boolean): string;
}

/** Elements with the time of a build: they differ in nearly every document and say nothing of entries. */
const BUILD_TIMES =
  /<((?:\w{1,16}:)?(?:lastBuildDate|pubDate|updated|modified|date))>[^<>]{0,100}<\/\1\s*>/g;

/**
 * Finds the entries of a feed without decoding or preparing them: most are known. Null for a document
 * that is damaged or unusual, which is always read completely. RDF lists its items in its head, so each
 * new one would change the context.
 */
export function sliceXml(text: SourceText, kind: XmlFeedKind, url: string): SlicedXml | null {
  const outline = kind === 'rdf' ? null : outlineOf(text, url);
  if (outline === null || !outline.isComplete || !isUsualNumber(outline.entries.length))
    return null;
  const { start, end, entries } = outline;
  const gaps = entries
    .slice(1)
    .map((entry, index) => text.markup.slice(entries[index]?.end, entry.start));
  if (gaps.some((gap) => gap.trim() !== '')) return null;
  const head = text.part(start, entries[0]?.start);
  const tail = text.part(entries.at(-1)?.end ?? end, end);
  const digest = digestOf(
    [kind, url, ...[head, tail].map((part) => withoutComments(part).replace(BUILD_TIMES, ''))],
    entries.map((entry) => hashOf(text, entry)),
  );
  if (digest === null) return null;
  return {
    digest,
    withSome(chosen) {
      const some = entries.filter((_, index) => chosen(index));
      return [head, ...some.map((entry) => text.part(entry.start, entry.end)), tail].join('');
    },
  };
}

/** SHA-256 of an entry without its comments, base64url. */
function hashOf(text: SourceText, { start, end }: EntryRange): string {
  if (!text.markup.slice(start, end).includes('<!--')) return text.hash(start, end);
  return hash('sha256', withoutComments(text.part(start, end)), 'base64url');
}

/** Comments often name the time of a build. Those in CDATA are text. */
function withoutComments(part: string): string {
  return part.includes('<!--') ? prepareXml(part) : part;
}

/** Null when it breaks a limit: a complete reading says which. */
function outlineOf(text: SourceText, url: string): XmlOutline | null {
  try {
    return outlineXml(text.markup, new URL(url).host);
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}
