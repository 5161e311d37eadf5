import { hash } from 'node:crypto';
import type { KeywordMode } from '../../contract/index.js';
import type { SourceEntry } from '../core/source-document.js';
import { withoutTracking } from './tracking-parameters.js';

/**
 * What makes an entry the same entry in the next document. Chosen once by the first document that
 * has entries, and stored with the feed so that it does not flip.
 */
export const IDENTITY_POLICIES = ['guid', 'link', 'link-date', 'link-title', 'content'] as const;
export type IdentityPolicy = (typeof IDENTITY_POLICIES)[number];

/** Up to this share of missing or repeated keys is a publisher's slip; beyond, the key is no use. */
const TOLERATED_SHARE = 0.05;

/** Best first. A page shows dates like "2 hours ago", which are another date at every look. */
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

/** The first policy whose key at most 5 % of the entries lack or repeat; null without entries. */
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

/** The policy for a source: a news upstream words links and titles anew each time, guids stay. */
export function identityPolicyOf(
  mode: 'url' | KeywordMode,
  entries: readonly SourceEntry[],
  origin: 'feed' | 'page',
): IdentityPolicy | null {
  return mode === 'url' ? chooseIdentityPolicy(entries, origin) : 'guid';
}

/** An entry and what it is known by within its feed: 128 bits of SHA-256, base64url. */
export interface IdentifiedEntry {
  entry: SourceEntry;
  identity: string;
}

/**
 * Identities for the entries of one document, no two alike. Where a key repeats, all who share it
 * are told apart by link and date, then by content (miniflux#4197); an entry that repeats another in
 * all of these is left out.
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

/** The policy's key, or for the few entries that lack it the next best that they have. */
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

/** Tells apart even what has no link: two reports of one station differ by their dates alone. */
function linkAndDate(entry: SourceEntry): string {
  return `${linkOf(entry) ?? ''}\n${entry.datePublished ?? ''}`;
}

function joined(link: string | null, detail: string | number): string | null {
  return link === null ? null : `${link}\n${detail}`;
}

function digest(key: string): string {
  return hash('sha256', key, 'base64url').slice(0, 22);
}
