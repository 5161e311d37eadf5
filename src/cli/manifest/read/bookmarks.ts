import { Parser } from 'htmlparser2';
import { positionsIn } from '../../sources/problem.js';
import type { WrittenEntry } from './written.js';

/** Bookmarks of browsers, and exports of Pocket. */
const BOOKMARKS = /<!DOCTYPE NETSCAPE-Bookmark-file|<title>Pocket Export<\/title>/i;

/**
 * The links of a file of bookmarks. A folder becomes a bundle as in OPML; the toolbar and other
 * folders of the browser itself do not.
 *
 * @returns undefined for another document
 */
export function readBookmarks(text: string): WrittenEntry[] | undefined {
  if (!BOOKMARKS.test(text.slice(0, 10_000))) return undefined;
  const place = positionsIn(text);
  const entries: WrittenEntry[] = [];
  /**
   * Names of the open folders; "" for one without a bundle. The last heading names the next folder.
   */
  const open: string[] = [];
  let heading = '';
  let link: { url: string; tags: string; offset: number } | undefined;
  let isHeading = false;
  let words = '';
  const parser = new Parser(
    {
      onopentag(name, { href = '', feedurl = '', tags = '', ...attributes }) {
        words = '';
        if (name === 'dl') open.push(heading);
        if (name === 'dl' || name === 'h3') heading = '';
        isHeading = name === 'h3' && !('personal_toolbar_folder' in attributes);
        if (name === 'a') link = { url: feedurl || href, tags, offset: parser.startIndex };
      },
      ontext(part) {
        words += part;
      },
      onclosetag(name) {
        if (name === 'dl') open.pop();
        if (name === 'h3' && isHeading) heading = words.trim();
        if (name !== 'a' || link === undefined) return;
        const title = words.trim();
        const { url, tags, offset } = link;
        const isTitle = title !== '' && title !== url;
        entries.push({
          ...{ kind: 'feed', value: { url, ...(isTitle && { title }) }, title, at: place(offset) },
          bundles: [...foldersOf(open), ...tags.split(',').map((tag) => tag.trim())].filter(
            Boolean,
          ),
        });
        link = undefined;
      },
    },
    { recognizeSelfClosing: false },
  );
  parser.end(text);
  return entries;
}

/** `News` and `News / Local`: bundles do not nest, so a feed is in both. */
function foldersOf(open: readonly string[]): string[] {
  const names = open.filter((name) => name !== '');
  return names.map((_, index) => names.slice(0, index + 1).join(' / '));
}
