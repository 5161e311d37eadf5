import { hash } from 'node:crypto';
import { type ParsedAddress, parsedAddress, pathMark } from '../../base/same/address.js';
import { SAME } from '../../base/same/thresholds.js';
import { titleMark } from '../../base/same/title.js';
import type { SourceEntry } from '../core/source-document.js';

/** Guids that publishing software writes for entries without a guid. */
const NO_NAME = /^(?:n\/?a|none|null|undefined|unknown|empty|false|[-–—?.0]*)$/i;

interface WithAddresses {
  guid: string | null;
  url: string;
}

/**
 * Cache of the parsed addresses of an entry: parsing them took half of the time of a comparison.
 */
const parsed = new WeakMap<WithAddresses, { url: ParsedAddress; guid: ParsedAddress }>();

function addressesOf(entry: WithAddresses) {
  let known = parsed.get(entry);
  if (known === undefined) {
    const url = parsedAddress(entry.url);
    const isSame = entry.guid === null || entry.guid === entry.url;
    known = { url, guid: isSame ? url : parsedAddress(entry.guid ?? '') };
    parsed.set(entry, known);
  }
  return known;
}

/** The address of an entry in the form that is compared. */
export function itemAddress(entry: WithAddresses): ParsedAddress {
  return addressesOf(entry).url;
}

/**
 * The guid as a name: the mark of its address if it is an address; null if it does not name the
 * entry.
 */
export function guidMark(entry: WithAddresses): string | null {
  const text = entry.guid?.trim() ?? '';
  return NO_NAME.test(text) ? null : addressesOf(entry).guid.mark;
}

/** True if the mark of an address can name an item: the front page of a site names none. */
export function isOwnAddress(mark: string): boolean {
  return /[/?#]/.test(mark);
}

type NamedEntry = Pick<
  SourceEntry,
  'guid' | 'url' | 'title' | 'descriptionText' | 'descriptionHtml' | 'datePublished'
>;

/**
 * The names of an entry, best first. Each contains more than the one before; the first that no
 * other entry of the document has is used. Null if the entry has no such name. Dates come last,
 * because many sources write the time of the response (newsboat#1729).
 */
const NAMES: readonly ((entry: NamedEntry) => string | null)[] = [
  (entry) => prefixed('guid', guidMark(entry)),
  (entry) =>
    prefixed('address', isOwnAddress(itemAddress(entry).mark) ? itemAddress(entry).mark : null),
  (entry) =>
    entry.url === '' ? null : prefixed('title', `${itemAddress(entry).mark}\n${entry.title}`),
  (entry) => prefixed('text', contentOf(entry)),
  (entry) =>
    prefixed(
      'date',
      JSON.stringify([entry.guid?.trim() || null, entry.datePublished, contentOf(entry)]),
    ),
];

/**
 * The names of entries of a page: one that links to the front pages of other sites lists these
 * sites.
 */
const NAMES_ON_PAGES = [
  ...NAMES.slice(0, 1),
  (entry: NamedEntry) => prefixed('address', entry.url === '' ? null : itemAddress(entry).mark),
  ...NAMES.slice(2),
];

function prefixed(kind: string, name: string | null): string | null {
  return name === null ? null : `${kind}\n${name}`;
}

function contentOf(entry: NamedEntry): string {
  const { title, descriptionText, descriptionHtml } = entry;
  return JSON.stringify([itemAddress(entry).mark, title, descriptionText, descriptionHtml]);
}

/** An entry and its identity within the feed: 128 bits of SHA-256, base64url. */
export interface IdentifiedEntry {
  entry: SourceEntry;
  identity: string;
}

/**
 * Assigns unique identities to the entries of a document, from the best name that no other entry
 * has. An entry whose names all equal those of another is left out.
 */
export function identify(
  entries: readonly SourceEntry[],
  origin: 'feed' | 'page' = 'feed',
): IdentifiedEntry[] {
  const nameFunctions = origin === 'page' ? NAMES_ON_PAGES : NAMES;
  const levels = entries.map(() => -1);
  const names = entries.map(() => '');
  let open = entries.map((_, at) => at);
  while (open.length > 0) {
    for (const at of open) raise(at);
    const repeated = repeatedOf(names);
    open = names.flatMap((name, at) =>
      repeated.has(name) && (levels[at] ?? 0) < nameFunctions.length - 1 ? [at] : [],
    );
  }
  const byName = new Map<string, SourceEntry>();
  entries.forEach((entry, at) => {
    const name = names[at] ?? '';
    if (!byName.has(name)) byName.set(name, entry);
  });
  return [...byName].map(([name, entry]) => ({ entry, identity: identityOf(name) }));

  /** Switches an entry to its next name; the last one, which every entry has, is final. */
  function raise(at: number): void {
    const entry = entries[at] as SourceEntry;
    for (let level = (levels[at] ?? -1) + 1; level < nameFunctions.length; level += 1) {
      const name = nameFunctions[level]?.(entry) ?? null;
      if (name === null) continue;
      levels[at] = level;
      names[at] = name;
      return;
    }
  }
}

/**
 * The identities of entries whose best names are all different; null if two share one. See
 * `identify`.
 */
export function plainIdentities(entries: readonly SourceEntry[]): string[] | null {
  const identities = entries.map((entry) => {
    const first = NAMES.find((nameOf) => nameOf(entry) !== null);
    return identityOf(first?.(entry) ?? '');
  });
  return new Set(identities).size === entries.length ? identities : null;
}

/** The stored identity for a name. */
export function identityOf(name: string): string {
  return hash('sha256', name, 'base64url').slice(0, 22);
}

function repeatedOf(names: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.has(name) || !seen.add(name)));
}

/** Numbers that may be the publisher's id of an article, and UUIDs. */
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4,}/gi;

/** Maximum number of numbers that are read in an address: more are not the id of one article. */
const MAX_IDS = 20;

/**
 * The UUIDs and the numbers of at least four digits in a guid and an address, except dates. Publishers
 * put the headline into the address and change both together, but the id in it stays (miniflux#2358,
 * miniflux#797). The host is left out because all entries share it.
 */
export function idsOf(entry: WithAddresses): Set<string> {
  const { url, guid } = addressesOf(entry);
  const text = `${entry.guid === null ? '' : withoutHost(guid)} ${withoutHost(url)}`;
  return new Set((text.match(ID) ?? []).slice(0, MAX_IDS).filter((id) => !isDate(id)));
}

function withoutHost({ mark, parts }: ParsedAddress): string {
  return parts === null ? mark : pathMark(parts);
}

/** True for a year, or one of its months, days or minutes, written without separators. */
function isDate(digits: string): boolean {
  return (
    /^(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:(?:0[1-9]|[12]\d|3[01])(?:\d{4}|\d{6})?)?)?$/.test(
      digits,
    ) || /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d$/.test(digits)
  );
}

/** The mark of a title that names an item; null if the title is too short. */
export function namingTitle(title: string): string | null {
  const mark = titleMark(title);
  return mark.length >= SAME.title ? mark : null;
}
