import { versionsOf } from '../../base/picture-source.js';
import type { Page } from '../page/page.js';
import { attribute, type ElementNode } from '../page/tree.js';
import type { PageRecord } from '../survey/record.js';

const SOURCES = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-lazy',
  'data-hi-res-src',
  'data-image',
  'data-url',
  'data-bg',
  'data-background-image',
  'data-echo',
  'src',
];
const SOURCE_SETS = ['data-srcset', 'data-lazy-srcset', 'srcset'];
/** Class names of pictures that do not belong to the item. */
const NO_PICTURE_CLASS =
  /avatar|gravatar|(?:^|[-_ ])(?:author|byline|logo|sprite|emoji|icon|badge|flag|tracking|smiley)s?(?:$|[-_ ])/i;
/** File names of pictures without content. */
const NO_PICTURE_FILE =
  /(?:^|[-_.])(?:avatar|gravatar|logo|sprite|spacer|pixel|blank|placeholder|emoji|icons?|badge|loader|loading|transparent|1x1|smiley)(?:$|[-_.@\d])/i;
/** Minimum width of a picture on the page; narrower ones are icons. */
const MIN_WIDTH = 40;

/** The picture of a record: the first valid one, in its largest version; null if there is none. */
export function imageOf(page: Page, record: PageRecord): string | null {
  for (let at = record.start; at < record.end; at += 1) {
    const node = page.nodes[at];
    if (node?.kind !== 'element') continue;
    const address =
      node.tag === 'img' || node.tag === 'amp-img'
        ? pictureOf(page, node)
        : backgroundOf(page, node);
    if (address !== null) return address;
  }
  return null;
}

function pictureOf(page: Page, image: ElementNode): string | null {
  if (isNoPicture(image)) return null;
  const candidates = sourcesOf(image);
  if (image.parent?.tag === 'picture') {
    for (const sibling of image.parent.children) {
      if (sibling.kind === 'element' && isSource(sibling)) candidates.push(...sourcesOf(sibling));
    }
  }
  let best: { address: string; width: number } | null = null;
  for (const candidate of candidates) {
    const address = usable(page, candidate.address);
    if (address !== null && (best === null || candidate.width > best.width)) {
      best = { address, width: candidate.width };
    }
  }
  return best?.address ?? null;
}

/**
 * True for a source element with AVIF, which not every feed reader shows; the img next to it has
 * the same picture.
 */
function isSource(element: ElementNode): boolean {
  return element.tag === 'source' && attribute(element, 'type') !== 'image/avif';
}

/** Addresses in order of preference; the width is 0 if it is not stated. */
function sourcesOf(element: ElementNode): { address: string; width: number }[] {
  const found: { address: string; width: number }[] = [];
  for (const name of SOURCE_SETS) {
    const value = attribute(element, name);
    if (value !== null) found.push(...versionsOf(value));
  }
  for (const name of SOURCES) {
    const value = attribute(element, name);
    if (value) found.push({ address: value, width: 0 });
  }
  return found;
}

function isNoPicture(image: ElementNode): boolean {
  const width = Number.parseInt(attribute(image, 'width') ?? '', 10);
  const height = Number.parseInt(attribute(image, 'height') ?? '', 10);
  if (width < MIN_WIDTH || height < MIN_WIDTH / 2) return true;
  const names = `${image.classes.join(' ')} ${image.parent?.classes.join(' ') ?? ''} ${attribute(image, 'itemprop') ?? ''}`;
  return NO_PICTURE_CLASS.test(names);
}

function backgroundOf(page: Page, element: ElementNode): string | null {
  const style = attribute(element, 'style');
  const match =
    style === null
      ? null
      : /background(?:-image)?\s*:[^;]*url\(\s*(['"]?)(.+?)\1\s*\)/i.exec(style);
  const value =
    match?.[2] ?? attribute(element, 'data-bg') ?? attribute(element, 'data-background-image');
  return value === null || value === undefined
    ? null
    : usable(page, value.replace(/^url\(['"]?|['"]?\)$/g, ''));
}

function usable(page: Page, value: string): string | null {
  const address = page.resolve(value);
  if (address === null) return null;
  const file = address.slice(address.lastIndexOf('/') + 1);
  if (NO_PICTURE_FILE.test(file) || /\/avatars?\/|gravatar\.com/i.test(address)) return null;
  return /\.svg(?:$|\?)/i.test(address) ? null : address;
}
