import { decodeHTML } from 'entities';
import { pictureSource, type TagAttributes } from '../../../base/picture-source.js';
import { escapeHtml } from '../../../base/text.js';
import { registrableDomain } from '../../core/registrable-domain.js';
import { embedLink, frameSources, isPlatform, playerAddress } from './embeds.js';
import { isDrawable } from './formulas.js';
import { readTags } from './read-tags.js';
import { type Place, resolveReference } from './references.js';
import {
  lastEnd,
  type Original,
  picturesIn,
  type Replacement,
  replaced,
} from './replacing-pass.js';

/** Maximum nesting of replaced elements, such as a frame in a `noscript`. */
const MAX_LEVELS = 4;

const REPLACED: ReadonlyMap<string, Replacement> = new Map([
  ...['iframe', 'x-frame', 'embed', 'amp-iframe'].map((name) => [name, frame] as const),
  ...['picture', 'amp-img', 'amp-anim'].map((name) => [name, picture] as const),
  ['object', plugIn],
  ['noscript', withoutScripts],
  ['math', formula],
  ['script', drawnByScript],
]);

/** Finds texts with an element to replace; most texts have none. */
const ANY_REPLACED = /<(?:\w+:math|iframe|embed|picture|object|noscript|math|script|[a-z]+-[a-z])/i;

/**
 * Replaces elements that feed readers cannot show: a player or frame by a link, a responsive
 * picture by its best version, `noscript` by its content, a formula that cannot be drawn by its
 * text. It takes linear time; the result must still be cleaned.
 */
export function replaceElements(html: string, place: Place, level = 0): string {
  if (level > MAX_LEVELS || !ANY_REPLACED.test(html)) return html;
  const text = withEndedFrames(withoutMathPrefix(html));
  return replaced(text, { place, level, replacementOf });
}

/** Replaces only pictures, of a whole page. */
export function replacePictures(html: string, place: Place): string {
  if (!ANY_REPLACED.test(html)) return html;
  return replaced(html, { place, level: 0, replacementOf: (name) => PICTURES.get(name) });
}

const PICTURES: ReadonlyMap<string, Replacement> = new Map(
  [...REPLACED].filter(([name]) => ['picture', 'noscript', 'amp-img', 'amp-anim'].includes(name)),
);

/** The replacement of an element; undefined if it is kept. */
function replacementOf(name: string, attributes: TagAttributes): Replacement | undefined {
  const known = REPLACED.get(name);
  if (known !== undefined) return known;
  return playerAddress(name, attributes) === '' ? undefined : frame;
}

/** Removes the prefix that formulas in XML may have: `<m:math>`. */
function withoutMathPrefix(html: string): string {
  const prefix = /<(\w{1,20}):math[\s>]/i.exec(html)?.[1];
  return prefix === undefined
    ? html
    : html.replace(new RegExp(`(</?)${prefix}:(?=[a-z])`, 'gi'), '$1');
}

/**
 * Adds missing end tags of frames: without one, the rest of the text would be the content of the
 * frame.
 */
function withEndedFrames(html: string): string {
  const last = Math.max(0, lastEnd(html, 'iframe'));
  const rest = html.slice(last);
  return /<iframe/i.test(rest)
    ? html.slice(0, last) + rest.replace(/<iframe(?=[\s/>])/gi, '<x-frame')
    : html;
}

/** All tags of some names within a text, in order. */
function tagsIn(
  html: string,
  ...names: readonly string[]
): Array<{ name: string; attributes: TagAttributes }> {
  if (!html.includes('<')) return [];
  const found: Array<{ name: string; attributes: TagAttributes }> = [];
  readTags(html, {
    open: (name, attributes) => {
      if (names.includes(name)) found.push({ name, attributes });
    },
    text: () => {},
    close: () => {},
  });
  return found;
}

/** A link in place of a frame, with its title; nothing for a frame that shows nothing. */
function frame({ name, attributes, inner, isInline }: Original, place: Place): string {
  if (isHidden(attributes)) return '';
  const player = playerAddress(name, attributes);
  const sources = player === '' ? frameSources(attributes) : [player];
  const own = linkWithin(inner || (attributes.srcdoc ?? ''), sources, isInline, place);
  const { title, playlabel } = attributes;
  return own || linkOf(sources, title ?? playlabel ?? attributes['aria-label'], isInline, place);
}

/** The link that some players contain for readers without frames. */
function linkWithin(
  inner: string,
  sources: readonly string[],
  isInline: boolean,
  place: Place,
): string {
  const page = resolveReference(tagsIn(inner, 'a')[0]?.attributes.href, place);
  if (page === null) return '';
  const player = sources.map((source) => resolveReference(source, place)).find(Boolean);
  const isOfPlayer = !player || registrableDomain(player) === registrableDomain(page);
  return isOfPlayer ? writtenLink(page, oneTitle(htmlText(inner)) || page, isInline) : '';
}

function htmlText(html: string): string {
  return decodeHTML(html.replace(/<[^<>]*>/g, ' '));
}

function linkOf(
  sources: readonly string[],
  title: string | undefined,
  isInline: boolean,
  place: Place,
): string {
  for (const source of sources) {
    const address = resolveReference(source, place);
    if (address === null) continue;
    const { href, text } = embedLink(address, oneTitle(title));
    return writtenLink(href, text, isInline);
  }
  return '';
}

const MAX_TITLE = 200;

function oneTitle(title = ''): string {
  return title.slice(0, MAX_TITLE).replace(/\s+/g, ' ').trim();
}

function writtenLink(href: string, text: string, isInline: boolean): string {
  const link = `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;
  return isInline ? ` ${link} ` : `<p>${link}</p>`;
}

/** True for tracking frames. */
function isHidden({ width = '', height = '', hidden, style = '' }: TagAttributes): boolean {
  const isTiny = [width, height].some((size) => /^\s*[012](?:px)?\s*$/.test(size));
  return (
    isTiny || hidden !== undefined || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style)
  );
}

/** One picture in place of its versions. */
function picture({ name, attributes, inner }: Original): string {
  const within = tagsIn(inner, 'img', 'source');
  const image =
    name === 'picture' ? within.find((tag) => tag.name === 'img')?.attributes : attributes;
  const sources = within.filter((tag) => tag.name === 'source').map((tag) => tag.attributes);
  const source = pictureSource(image ?? {}, sources);
  return source === null ? '' : pictureTag(source, image ?? {});
}

function pictureTag(source: string, { alt, title, width, height }: TagAttributes): string {
  const attributes = Object.entries({ src: source, alt, title, width, height })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeHtml(value ?? '')}"`);
  return `<img${attributes.join('')}>`;
}

const PICTURE_FILE = /\.(?:jpe?g|png|gif|webp|avif)(?:$|[?#])/i;

/**
 * A picture stays a picture, another plug-in becomes a link; without an address its content stays.
 */
function plugIn({ attributes, inner, isInline, level }: Original, place: Place): string {
  const { type = '', data = '', title } = attributes;
  if (/^image\//i.test(type) || PICTURE_FILE.test(data)) {
    return tagsIn(inner, 'img').length > 0
      ? replaceElements(inner, place, level + 1)
      : pictureTag(data, { ...attributes, alt: title ?? '' });
  }
  if (isHidden(attributes)) return '';
  const within = tagsIn(inner, 'param', 'embed', 'iframe');
  const named = within.filter(
    (tag) =>
      tag.name !== 'param' || /^(?:movie|src|url|filename)$/i.test(tag.attributes.name ?? ''),
  );
  const sources = named.flatMap((tag) =>
    tag.name === 'param' ? (tag.attributes.value ?? []) : frameSources(tag.attributes),
  );
  const link = linkOf([...frameSources(attributes), ...sources], title, isInline, place);
  return link || replaceElements(inner, place, level + 1);
}

/**
 * The content of `noscript`, because a feed is read without scripts; nothing if it only asks to
 * enable them.
 */
function withoutScripts({ inner, level }: Original, place: Place): string {
  const content = replaceElements(unescapedOnce(inner), place, level + 1);
  if (!/java\s?script/i.test(content.replace(/<[^<>]*>/g, ''))) return content;
  return picturesIn(content)
    .map((one) => one.html)
    .join('');
}

/** Unescapes HTML that a feed may have escaped twice. */
function unescapedOnce(html: string): string {
  if (html.includes('<') || !html.includes('&lt;img')) return html;
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

/** A formula with presentation markup stays; any other becomes text. */
function formula({ attributes, inner }: Original): string {
  const { alttext = '', display } = attributes;
  if (alttext === '' || isDrawable(inner)) {
    const kept = Object.entries({ display, alttext }).filter(([, value]) => value);
    const tag = kept.map(([key, value]) => ` ${key}="${escapeHtml(value ?? '')}"`).join('');
    return `<math${tag}>${inner}</math>`;
  }
  return `<code>${escapeHtml(alttext)}</code>`;
}

/** A link in place of the script of a platform, if its drawing has an address. */
function drawnByScript({ attributes, isInline }: Original, place: Place): string {
  const address = resolveReference(attributes.src, place);
  if (address === null || !isPlatform(address) || !/\.js(?:$|\?)/.test(address)) return '';
  return linkOf([address], attributes.title, isInline, place);
}
