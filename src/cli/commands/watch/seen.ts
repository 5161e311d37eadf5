import { hash } from 'node:crypto';
import type { Item } from '../../../client/index.js';

/** What is remembered of an item: the start of a hash of its title, and of all it says. */
export type Version = readonly [title: string, content: string];

/** The items of one feed or bundle that were seen, by their address; the oldest first. */
export type Seen = Map<string, Version[]>;

export type Change = 'new' | 'changed';

/** Versions kept under one address; a reading has at most 500 items. */
const MAX_SHARING = 1000;

/**
 * How an item compares to what was seen; undefined when nothing is to be said. On the wire its
 * identity is its address, but some sources give one address, or none, to everything they publish:
 * there the title decides.
 *
 * @param sharing how many items of the same reading have this address
 */
export function compare(item: Item, seen: Seen, sharing: number): Change | undefined {
  const known = seen.get(item.url);
  if (known === undefined) return 'new';
  const [title, content] = versionOf(item);
  if (known.some(([, each]) => each === content)) return undefined;
  const isOne = item.url !== '' && known.length === 1 && sharing === 1;
  const isNamed = item.title !== '' && known.some(([each]) => each === title);
  return isOne || isNamed ? 'changed' : 'new';
}

/** Remembers an item as the newest of all; see `compare` for `sharing`. */
export function remember(item: Item, seen: Seen, sharing: number): void {
  const [title, content] = versionOf(item);
  const known = seen.get(item.url) ?? [];
  // An address of one item keeps one version, so that an edit taken back is a change again.
  const isOne = item.url !== '' && known.length <= 1 && sharing === 1;
  const others = known.filter(
    (each) => each[1] !== content && (each[0] !== title || item.title === ''),
  );
  seen.delete(item.url);
  seen.set(item.url, [...(isOne ? [] : others), [title, content] as const].slice(-MAX_SHARING));
}

/** How many items of one reading have each address. */
export function countAddresses(items: readonly Item[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { url } of items) counts.set(url, (counts.get(url) ?? 0) + 1);
  return counts;
}

/** Forgets the addresses seen longest ago, beyond `limit`; never one of the present reading. */
export function forget(seen: Seen, present: readonly Item[], limit: number): void {
  const here = new Set(present.map(({ url }) => url));
  for (const url of seen.keys()) {
    if (seen.size <= limit) return;
    if (!here.has(url)) seen.delete(url);
  }
}

/** Dates, pictures and authors come and go without anybody having edited anything. */
function versionOf({ title, description_text, description_html }: Item): Version {
  const text = description_text || description_html;
  return [digest(title), digest(JSON.stringify([title, text].map(collapsed)))];
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** 72 bits: enough that no two texts of a feed will ever look the same. */
function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 12);
}
