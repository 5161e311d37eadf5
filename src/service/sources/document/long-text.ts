import { cutAtWord, MAX_CLEAN_TEXT } from './clean-text.js';
import { DROPPED_ELEMENTS } from './elements.js';
import { readTags, type Tag } from './read-tags.js';

/**
 * Maximum length of the markup that is cleaned for one text: a text of 256 KB has less around it.
 */
const MAX_MARKUP = 8 * MAX_CLEAN_TEXT;

/** Pictures in data addresses may take half of a text; the first ones stay. */
const MAX_DATA = MAX_CLEAN_TEXT / 2;

const DATA_ADDRESS = /data:[^"'\s<>]*/gi;

/** Elements whose content is raw text, up to the first end tag. */
const RAW = new Set(['script', 'style', 'textarea']);

/** Elements after which a text can end. */
const BLOCKS = new Set(
  'p li div tr table ul ol dl dd dt pre blockquote figure section article aside h1 h2 h3 h4 h5 h6'.split(
    ' ',
  ),
);

/**
 * A long text without parts that need space and are no text: comments, the content of scripts,
 * styles and drawings, and most pictures in data addresses. It takes linear time; the result must
 * still be cleaned.
 */
export function withoutBallast(html: string): string {
  const parts: string[] = [];
  let copied = 0;
  let left = MAX_DATA;
  let dropped: { name: string; depth: number } | null = null;
  const drop = (start: number, end: number, instead = '') => {
    if (start > copied) parts.push(html.slice(copied, start));
    if (instead !== '') parts.push(instead);
    copied = Math.max(copied, end);
  };
  const lower = html.toLowerCase();
  const ends = new Map<string, number>();
  const lastEnd = (name: string) => {
    const known = ends.get(name) ?? lower.lastIndexOf(`</${name}`);
    ends.set(name, known);
    return known;
  };
  readTags(html, {
    open: (name, attributes, tag) => {
      if (dropped !== null) {
        if (name === dropped.name && !tag.isEmpty) dropped.depth += 1;
      } else if (DROPPED.has(name) && !tag.isEmpty && tag.end <= lastEnd(name)) {
        dropped = { name, depth: 1 };
        drop(tag.end, tag.end);
      } else if (Object.values(attributes).some((value) => /^\s*data:/i.test(value))) {
        drop(tag.start, tag.end, withoutData(tag));
      }
    },
    text: () => {},
    close: (name, tag) => {
      if (dropped === null || name !== dropped.name) return;
      dropped.depth -= 1;
      if (dropped.depth > 0 && !RAW.has(name)) return;
      dropped = null;
      copied = tag.start;
    },
    comment: (tag) => {
      if (dropped === null) drop(tag.start, tag.end);
    },
  });
  parts.push(html.slice(copied));
  return parts.join('').slice(0, MAX_MARKUP);

  /** A tag with its pictures, as long as there is space for them. */
  function withoutData({ start, end }: Tag): string {
    return html.slice(start, end).replace(DATA_ADDRESS, (address) => {
      left -= address.length;
      return left < 0 ? '' : address;
    });
  }
}

/** Elements whose content is neither text nor replaced by text. */
const DROPPED: ReadonlySet<string> = new Set(
  DROPPED_ELEMENTS.filter((name) => name !== 'iframe' && name !== 'noscript' && name !== 'head'),
);

const TAG = /<(\/?)([a-z][a-z\d]*)[^>]*?(\/?)>/g;

/**
 * The beginning of cleaned HTML, cut after an element, or between words if the last block is long.
 * Open elements are closed.
 */
export function cutAtElement(html: string, maxLength: number): string {
  let open: string[] = [];
  let block = { at: 0, open: [] as readonly string[] };
  let behind = 0;
  let next = html.length;
  for (const match of html.matchAll(TAG)) {
    const [tag, slash, name = '', isEmpty] = match;
    const end = match.index + tag.length;
    if (end > maxLength) {
      next = match.index;
      break;
    }
    behind = end;
    if (slash === '/') open = open.slice(0, open.lastIndexOf(name));
    else if (isEmpty !== '/') open = [...open, name];
    if (slash === '/' && BLOCKS.has(name)) block = { at: end, open };
  }
  if (block.at > maxLength / 2) return closed(html.slice(0, block.at), block.open);
  const words = cutAtWord(html.slice(behind, next), maxLength - behind);
  return closed(html.slice(0, behind) + words.replace(/&[^\s;]{0,40}$/, ''), open);
}

function closed(html: string, open: readonly string[]): string {
  return (
    html +
    open
      .map((name) => `</${name}>`)
      .reverse()
      .join('')
  );
}
