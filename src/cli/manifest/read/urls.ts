import { withScheme } from '../../kit/index.js';
import { positionsIn } from '../../sources/problem.js';
import type { WrittenEntry } from './written.js';

/** Newsboat's feeds made from other feeds, or from the output of programs. */
const PROGRAM = /^"?(query|filter|exec):/;
/** Maximum length of an address without a scheme. */
const MAX_LENGTH = 2000;
const WORD = /"((?:[^"\\]|\\.)*)"|([^\s"]+)/g;

/**
 * Reads a list with one address per line and comments after a `#`, or the `urls` of Newsboat, where
 * tags and a title ("~Title") follow an address.
 *
 * @returns undefined if the first line that is not blank is no address
 */
export function readUrls(text: string): WrittenEntry[] | undefined {
  const place = positionsIn(text);
  const entries: WrittenEntry[] = [];
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    const written = line
      .replace(/^\ufeff/, '')
      .replace(/(?:^|\s)#.*/, '')
      .trim();
    if (written === '') continue;
    if (entries.length === 0 && !isAddress(written)) return undefined;
    const at = place(index);
    const [url = '', ...tags] = [...written.matchAll(WORD)].map(
      ([, quoted, bare]) => bare ?? quoted?.replace(/\\(.)/g, '$1') ?? '',
    );
    const [, kind] = PROGRAM.exec(written) ?? [];
    if (kind !== undefined) {
      const message = `${kind}: of Newsboat is no address; feedctl runs no program and no query for a feed`;
      entries.push({
        kind: 'feed',
        value: { url: '' },
        title: url,
        at,
        problems: [{ at, message }],
      });
      continue;
    }
    const title = tags.find((tag) => tag.startsWith('~'))?.slice(1);
    // "!" hides a feed from the list of Newsboat.
    const bundles = tags.filter((tag) => !/^[~!]/.test(tag));
    entries.push({ kind: 'feed', value: { url, ...(title && { title }) }, at, bundles });
  }
  return entries.length === 0 ? undefined : entries;
}

function isAddress(written: string): boolean {
  const [first = ''] = written.split(/\s/);
  if (/^(?:https?:\/\/|feed:)\S/i.test(first) || PROGRAM.test(written)) return true;
  // A comma is more likely to separate cells, and a colon at the end to begin a map in YAML.
  return (
    first === written &&
    first.length <= MAX_LENGTH &&
    /^[^,;:/]+\.[^,;:/]+(?::\d+)?(?:\/[^,;]*)?$/.test(first) &&
    withScheme(first) !== null
  );
}
