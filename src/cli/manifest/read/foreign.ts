import { isObject } from '../../../base/json.js';
import { parseUrl } from '../../../base/url.js';
import { positionsIn } from '../../sources/problem.js';
import { readBookmarks } from './bookmarks.js';
import { readTable } from './table.js';
import { readUrls } from './urls.js';
import type { WrittenEntry, WrittenFile } from './written.js';

/**
 * Reads the subscriptions or bookmarks of another program, detected by content: bookmarks of
 * browsers, lists of addresses (Newsboat), tables and JSON of readers and takeouts.
 *
 * @returns undefined for a file of feedctl's own formats
 */
export function readForeign(text: string, file: string): WrittenFile | undefined {
  const start = text.slice(0, 10_000).trimStart();
  const entries = /^</.test(start)
    ? readBookmarks(text)
    : /^[[{]/.test(start)
      ? readForeignJson(text)
      : (readUrls(text) ?? readTable(text, file));
  return entries && { entries, mayRepeat: true };
}

/** Keys that hold the address of a feed, the best first, in lower case and without underscores. */
const ADDRESS_KEYS = [
  'feedurl',
  'xmlurl',
  'rssurl',
  'rss',
  'url',
  'channelurl',
  'link',
  'htmlurl',
  'website',
];
const TITLE_KEYS = ['title', 'name', 'label'];
const FOLDER_KEYS = ['folder', 'folders', 'category', 'categories', 'group', 'groups', 'tags'];

const MAX_DEPTH = 8;

/** The objects of a JSON document that name an address: NewPipe, YouTube, Feedly and others. */
function readForeignJson(text: string): WrittenEntry[] | undefined {
  let contents: unknown;
  try {
    contents = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (isObject(contents) && ('feeds' in contents || 'bundles' in contents)) return undefined;
  const place = positionsIn(text);
  const entries: WrittenEntry[] = [];
  let from = 0;
  const take = (found: unknown, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    if (Array.isArray(found)) for (const each of found) take(each, depth + 1);
    const url = addressIn(found);
    if (url !== undefined) {
      const offset = text.indexOf(url.written, from);
      if (offset >= 0) from = offset;
      const bundles = isObject(found) ? foldersIn(found) : [];
      const title = isObject(found) ? titleIn(found) : undefined;
      const value = { url: url.address, ...(title && { title }) };
      entries.push({ kind: 'feed', value, at: place(Math.max(0, offset)), bundles });
    } else if (isObject(found)) for (const each of Object.values(found)) take(each, depth + 1);
  };
  take(contents, 0);
  return entries.length === 0 ? undefined : entries;
}

/** The address in an object or a text, and how it is written there. */
function addressIn(found: unknown): { address: string; written: string } | undefined {
  if (typeof found === 'string')
    return isWeb(found) ? { address: found, written: found } : undefined;
  if (!isObject(found)) return undefined;
  const { snippet, id } = found;
  const resource = isObject(snippet) && isObject(snippet.resourceId) ? snippet.resourceId : {};
  if (typeof resource.channelId === 'string') {
    const { channelId: written } = resource;
    return { address: `https://www.youtube.com/channel/${written}`, written };
  }
  // Feedly writes `feed/https://…`.
  const feedly = typeof id === 'string' && /^feed\/(https?:.+)$/.exec(id)?.[1];
  if (feedly) return { address: feedly, written: feedly };
  const address = ADDRESS_KEYS.flatMap((key) => textsAt(found, key)).find(isWeb);
  return address === undefined ? undefined : { address, written: address };
}

function titleIn(found: Record<string, unknown>): string | undefined {
  const of = isObject(found.snippet) ? found.snippet : found;
  return TITLE_KEYS.flatMap((key) => textsAt(of, key))[0]?.trim();
}

function foldersIn(found: Record<string, unknown>): string[] {
  const names = FOLDER_KEYS.flatMap((key) => textsAt(found, key)).map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

/** The texts of a key in any case; for a list, those of its elements or their labels. */
function textsAt(found: Record<string, unknown>, wanted: string): string[] {
  return Object.entries(found)
    .filter(([key]) => key.toLowerCase().replaceAll('_', '') === wanted)
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .flatMap((value: unknown) => (isObject(value) ? textsAt(value, 'label') : [value]))
    .filter((value) => typeof value === 'string');
}

function isWeb(text: string): boolean {
  return /^https?:$/.test(parseUrl(text.trim())?.protocol ?? '');
}
