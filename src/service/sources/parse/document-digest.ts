import { hash } from 'node:crypto';
import type { DocumentDigest } from '../../core/source-document.js';
import { MAX_ENTRIES } from './entry-window.js';
import type { XmlOutline } from './outline-xml.js';
import type { PodcastScope } from './podcast-scope.js';
import type { XmlFeedKind } from './read-xml.js';

/** What a prepared XML document is read by. */
export interface DigestedXml {
  xml: string;
  outline: XmlOutline;
  kind: XmlFeedKind;
  scope: PodcastScope | null;
  /** Final address of the document. */
  url: string;
}

/** Elements with the time of a build: they differ in nearly every document and say nothing of entries. */
const BUILD_TIMES =
  /<((?:\w{1,16}:)?(?:lastBuildDate|pubDate|updated|modified|date))>[^<>]{0,100}<\/\1\s*>/g;

/**
 * The digest of an XML feed. Null for a document that is damaged or unusual, which is always read
 * completely. RDF lists its items in its head, so each new one would change the context.
 */
export function xmlDigest({ xml, outline, kind, scope, url }: DigestedXml): DocumentDigest | null {
  const { start, end, entries, isComplete } = outline;
  if (kind === 'rdf' || !isComplete || !isUsualNumber(entries.length)) return null;
  const gaps = entries.slice(1).map((entry, index) => xml.slice(entries[index]?.end, entry.start));
  if (gaps.some((gap) => gap.trim() !== '')) return null;
  const head = xml.slice(start, entries[0]?.start).replace(BUILD_TIMES, '');
  const tail = xml.slice(entries.at(-1)?.end, end).replace(BUILD_TIMES, '');
  return digestOf(
    [kind, url, head, tail, scope === null ? null : [...scope]],
    entries.map((entry) => xml.slice(entry.start, entry.end)),
  );
}

/** The digest of a parsed JSON feed. */
export function jsonDigest(
  { items, ...others }: { items?: unknown },
  url: string,
): DocumentDigest | null {
  if (!Array.isArray(items) || !isUsualNumber(items.length)) return null;
  return digestOf(
    ['json', url, others],
    items.map((item) => JSON.stringify(item)),
  );
}

/** The places that the entries of a document have in an earlier one; null when they do not compare. */
export function placesIn(
  earlier: DocumentDigest | null | undefined,
  { context, entries }: DocumentDigest,
): (number | null)[] | null {
  if (earlier?.context !== context) return null;
  const places = new Map(earlier.entries.map((entry, place) => [entry, place]));
  return entries.map((entry) => places.get(entry) ?? null);
}

function isUsualNumber(entries: number): boolean {
  return entries > 0 && entries <= MAX_ENTRIES;
}

/** Null for entries of the same text: only their places tell them apart. */
function digestOf(context: unknown, texts: readonly string[]): DocumentDigest | null {
  const entries = texts.map(shortHash);
  if (new Set(entries).size < entries.length) return null;
  return { context: shortHash(JSON.stringify(context)), entries };
}

/** 96 bits of SHA-256, base64url: equal by accident once in 10^24 documents of 500 entries. */
function shortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 16);
}
