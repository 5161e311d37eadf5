import { hash } from 'node:crypto';
import { withoutTracking } from '../../base/item-marks.js';
import type { KeywordMode, PageMode } from '../../contract/index.js';
import type { SourceEntry } from '../core/source-document.js';

/**
 * How an entry is recognised in the next document. Chosen once from the first document with
 * entries, and stored with the feed so that it does not change.
 */
export const IDENTITY_POLICIES = ['guid', 'link', 'link-date', 'link-title', 'content'] as const;
export type IdentityPolicy = (typeof IDENTITY_POLICIES)[number];

/** Maximum share of missing or repeated keys; with more, the key is not usable. */
const TOLERATED_SHARE = 0.05;

/** Best first. Without dates for pages: "2 hours ago" is another date at every fetch. */
const CANDIDATES = {
  feed: ['guid', 'link-date', 'link-title'],
  page: ['guid', 'link', 'link-title'],
} as const satisfies Record<'feed' | 'page', readonly IdentityPolicy[]>;

const KEYS = {
  guid: (entry) => entry.guid?.trim() || null,
  link: (entry) => linkOf(entry),
  'link-date': (entry) => joined(linkOf(entry), entry.datePublished ?? ''),
  'link-title': (entry) => joined(linkOf(entry), entry.title),
  content: (entry) => JSON.stringify([entry.title, entry.descriptionText, entry.descriptionHtml]),
} as const satisfies Record<IdentityPolicy, (entry: SourceEntry) => string | null>;

/** The first policy whose key is missing or repeated in at most 5 % of the entries; null without entries. */
export function chooseIdentityPolicy(
  entries: readonly SourceEntry[],
  origin: 'feed' | 'page',
): IdentityPolicy | null {
  if (entries.length === 0) return null;
  const usable = CANDIDATES[origin].find(
    (policy) => faultyShare(entries, policy) <= TOLERATED_SHARE,
  );
  return usable ?? 'content';
}

/** The policy for a source: changes have one link, and news searches change theirs; both have guids. */
export function identityPolicyOf(
  mode: 'url' | PageMode | KeywordMode,
  entries: readonly SourceEntry[],
  origin: 'feed' | 'page',
): IdentityPolicy | null {
  return mode === 'url' ? chooseIdentityPolicy(entries, origin) : 'guid';
}

/** An entry and its identity within the feed: 128 bits of SHA-256, base64url. */
export interface IdentifiedEntry {
  entry: SourceEntry;
  identity: string;
}

/**
 * Unique identities for the entries of one document. Entries that share a key are distinguished by
 * link and date, then by content (miniflux#4197); an entry that equals another in all of these is
 * left out.
 */
export function identify(
  entries: readonly SourceEntry[],
  policy: IdentityPolicy,
): IdentifiedEntry[] {
  const finer = [linkAndDate, KEYS.content];
  const keys = finer.reduce(
    (coarse, refine) => refineRepeated(coarse, entries, refine),
    entries.map((entry) => firstKey(entry, policy)),
  );
  const byKey = new Map<string, SourceEntry>();
  entries.forEach((entry, index) => {
    const key = keys[index] ?? '';
    if (!byKey.has(key)) byKey.set(key, entry);
  });
  return [...byKey].map(([key, entry]) => ({ entry, identity: digest(key) }));
}

/** Identities of entries of which no two share a key; null when some do. See `identify`. */
export function plainIdentities(
  entries: readonly SourceEntry[],
  policy: IdentityPolicy,
): string[] | null {
  const identities = entries.map((entry) => digest(firstKey(entry, policy)));
  return new Set(identities).size === entries.length ? identities : null;
}

/** The policy's key, or the next best key for entries without it. */
function firstKey(entry: SourceEntry, policy: IdentityPolicy): string {
  for (const kind of [policy, 'link-date', 'content'] as const) {
    const key = KEYS[kind](entry);
    if (key !== null) return `${kind}\n${key}`;
  }
  return 'content\n';
}

function refineRepeated(
  keys: readonly string[],
  entries: readonly SourceEntry[],
  refine: (entry: SourceEntry) => string,
): string[] {
  const repeated = repeatedOf(keys);
  return entries.map((entry, index) => {
    const key = keys[index] ?? '';
    return repeated.has(key) ? `${key}\n${refine(entry)}` : key;
  });
}

function faultyShare(entries: readonly SourceEntry[], policy: IdentityPolicy): number {
  const keys = entries.map(KEYS[policy]).filter((key) => key !== null);
  return (entries.length - new Set(keys).size) / entries.length;
}

function repeatedOf(keys: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(keys.filter((key) => seen.has(key) || !seen.add(key)));
}

function linkOf(entry: SourceEntry): string | null {
  return entry.url === '' ? null : withoutTracking(entry.url);
}

/** Distinguishes entries without a link: two reports of one station differ only in their dates. */
function linkAndDate(entry: SourceEntry): string {
  return `${linkOf(entry) ?? ''}\n${entry.datePublished ?? ''}`;
}

function joined(link: string | null, detail: string | number): string | null {
  return link === null ? null : `${link}\n${detail}`;
}

function digest(key: string): string {
  return hash('sha256', key, 'base64url').slice(0, 22);
}
