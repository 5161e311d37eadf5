import { hash } from 'node:crypto';
import { addressMark } from '../../../base/same/address.js';
import type { Item } from '../../../client/index.js';

/** A stored version of an item: a short hash of its title and one of its whole content. */
export type Version = readonly [title: string, content: string];

/**
 * Seen items of one feed or bundle, oldest first, with their versions: by guid, or by the mark of
 * the address if the item has none.
 */
export type Seen = Map<string, Version[]>;

export type Change = 'new' | 'changed';

/** Maximum number of versions per address; one response has at most 500 items. */
const MAX_SHARING = 1000;

/**
 * Compares an item with the seen ones; undefined when it is unchanged. The service decides which item it
 * is, and whether it changed.
 *
 * @param sharing how many items of the same response have this address
 */
export function compareSeen(item: Item, seen: Seen, sharing: number): Change | undefined {
  const [known] = seen.get(item.guid ?? '') ?? [];
  if (item.guid === undefined || known === undefined) return compareByAddress(item, seen, sharing);
  return changeCount(item) > Number(known[0]) ? 'changed' : undefined;
}

/**
 * True if an item is known, but not by its guid, because an earlier release stored addresses only.
 */
export function lacksGuid({ guid }: Item, seen: Seen): boolean {
  return guid !== undefined && !seen.has(guid);
}

/**
 * Compares items of a service without guids by address. Some sources use one address, or none, for
 * all their items; then the title identifies the item.
 */
function compareByAddress(item: Item, seen: Seen, sharing: number): Change | undefined {
  const known = seen.get(addressMark(item.url));
  if (known === undefined) return 'new';
  const [title, content] = versionOf(item);
  if (known.some(([, each]) => each === content)) return undefined;
  const isOne = item.url !== '' && known.length === 1 && sharing === 1;
  const isNamed = item.title !== '' && known.some(([each]) => each === title);
  return isOne || isNamed ? 'changed' : 'new';
}

/** Stores an item as the most recently seen; `compareSeen` explains `sharing`. */
export function remember(item: Item, seen: Seen, sharing: number): void {
  if (item.guid === undefined) rememberAddress(item, seen, sharing);
  else {
    seen.delete(item.guid);
    seen.set(item.guid, [[String(changeCount(item)), '']]);
  }
}

function rememberAddress(item: Item, seen: Seen, sharing: number): void {
  const [title, content] = versionOf(item);
  const name = addressMark(item.url);
  const known = seen.get(name) ?? [];
  // An address of one item keeps one version, so that reverting an edit counts as a change.
  const isOne = item.url !== '' && known.length <= 1 && sharing === 1;
  const others = known.filter(
    (each) => each[1] !== content && (each[0] !== title || item.title === ''),
  );
  seen.delete(name);
  seen.set(name, [...(isOne ? [] : others), [title, content] as const].slice(-MAX_SHARING));
}

function changeCount(item: Item): number {
  return item.change_count ?? 0;
}

/**
 * Removes the items that were seen longest ago, beyond `limit`; never one of the current responses.
 */
export function forget(seen: Seen, present: ReadonlySet<string>, limit: number): void {
  for (const name of seen.keys()) {
    if (seen.size <= limit) return;
    if (!present.has(name)) seen.delete(name);
  }
}

/**
 * Removes the addresses of an earlier release once the current items are known by their guids: an
 * address may later belong to another item. Guids have only letters and digits.
 */
export function forgetAddresses(seen: Seen): void {
  for (const name of seen.keys()) if (!/^[0-9A-Za-z]+$/.test(name)) seen.delete(name);
}

/** The key under which an item is remembered. */
export function seenName({ guid, url }: Item): string {
  return guid ?? addressMark(url);
}

/** Ignores dates, images and authors, which change without an edit. */
function versionOf({ title, description_text, description_html, ...item }: Item): Version {
  const { tags = [], attachments = [] } = item;
  const texts = [title, description_text || description_html].map(collapsed);
  const files = attachments.map(({ url }) => url);
  return [seenDigest(title), seenDigest(JSON.stringify([...texts, tags.toSorted(), files]))];
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** 72 bits, enough to avoid collisions within a feed. */
function seenDigest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 12);
}
