import sanitizeHtml from 'sanitize-html';
import { isDataPicture, pictureSource } from '../../../base/picture-source.js';
import { CUT_PARAGRAPH, cutAtWord, legalText, MAX_CLEAN_TEXT } from './clean-text.js';
import { DROPPED_ELEMENTS, KEPT_ATTRIBUTES, KEPT_ELEMENTS, keptName } from './elements.js';
import { frameSources } from './embeds.js';
import { cutAtElement, withoutBallast } from './long-text.js';
import { nestsDeeperThan, withoutTags } from './nesting.js';
import { LINK_SCHEMES, type Place, placeAt, resolveLink, resolveReference } from './references.js';
import { replaceElements } from './replace-elements.js';

/** Real articles nest a few dozen levels deep; deeper tags are removed. */
const MAX_NESTING = 64;

/** Deeper content is not part of a real article and is converted to text. */
const DEEPEST_PARSED = 500;

const ALLOWED_EVERYWHERE: ReadonlySet<string> = new Set(KEPT_ATTRIBUTES['*']);

/** By the name of a tag that has attributes of its own. */
const ALLOWED_BY_TAG: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(KEPT_ATTRIBUTES).map(([tag, names]) => [tag, new Set(names)]),
);

type Attributes = Readonly<Record<string, string>>;

/**
 * HTML by the table of elements: nothing that runs, no style, and all addresses absolute. A text that is
 * longer than 256 KB when it is clean is cut behind an element, and says so.
 * @param place what references are relative to: one address, or more of them
 */
export function sanitiseHtml(html: string, place: Place | string): string {
  const clean = sanitised(html.length > MAX_CLEAN_TEXT ? withoutBallast(html) : html, place);
  return clean.length > MAX_CLEAN_TEXT
    ? cutAtElement(clean, MAX_CLEAN_TEXT) + CUT_PARAGRAPH
    : clean;
}

function sanitised(html: string, place: Place | string): string {
  const start = legalText(html);
  if (!/[<&>]/.test(start)) return start.trim();
  if (nestsDeeperThan(start, DEEPEST_PARSED)) return textToHtml(withoutTags(start));
  const where = typeof place === 'string' ? placeAt(place) : place;
  return sanitizeHtml(replaceElements(start, where), {
    allowedTags: [...KEPT_ELEMENTS],
    allowedAttributes: KEPT_ATTRIBUTES,
    allowedSchemes: ['http', 'https', ...LINK_SCHEMES],
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    // The texts of these are no texts; those of other discarded elements stay.
    nonTextTags: [...DROPPED_ELEMENTS],
    nestingLimit: MAX_NESTING,
    enforceHtmlBoundary: false,
    parseStyleAttributes: false,
    transformTags: {
      '*': (tagName, attribs) => ({
        tagName: keptName(tagName),
        attribs: keptAttributes(keptName(tagName), attribs, where),
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => NEEDS_SOURCE.has(tag) && attribs.src === undefined,
  }).trim();
}

/** HTML of plain text, cut at the same length. */
export function textToHtml(text: string): string {
  const escaped = legalText(cutAtWord(text, MAX_CLEAN_TEXT))
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .trim();
  if (escaped === '') return '';
  const html = `<p>${escaped.replace(/\r?\n/g, '<br />')}</p>`;
  return text.length > MAX_CLEAN_TEXT ? html + CUT_PARAGRAPH : html;
}

/** A picture of a text; its size where the text says it. */
interface ShownPicture {
  url: string;
  width?: number | undefined;
  height?: number | undefined;
}

/** The pictures of sanitised HTML that have an address on the web. */
export function imagesOf(html: string): ShownPicture[] {
  return [...html.matchAll(/<img[^>]*? src="(https?:[^"]+)"[^>]*>/g)].map(([tag, source = '']) => {
    const [width, height] = ['width', 'height'].map((name) => {
      const size = new RegExp(` ${name}="(\\d{1,5})`).exec(tag)?.[1];
      return size === undefined ? undefined : Number(size);
    });
    return { url: source.replace(/&quot;/g, '"').replace(/&amp;/g, '&'), width, height };
  });
}

/** Elements that are nothing without what they show. */
const NEEDS_SOURCE: ReadonlySet<string> = new Set(['img', 'image', 'source']);

/**
 * The attributes that may stay, with absolute addresses. The library removes the others, too, but
 * each with a `delete`, which makes every later access to its attributes slow.
 */
function keptAttributes(tagName: string, attributes: Attributes, place: Place) {
  const allowed = ALLOWED_BY_TAG.get(tagName) ?? ALLOWED_EVERYWHERE;
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(withSource(tagName, attributes))) {
    if (!allowed.has(name)) continue;
    const result = ADDRESSES[name]?.(value, place) ?? (name in ADDRESSES ? null : value);
    if (result !== null) kept[name] = result;
  }
  return kept;
}

/** Attributes whose value is an address. */
const ADDRESSES: Readonly<Record<string, (value: string, place: Place) => string | null>> = {
  href: resolveLink,
  poster: resolveReference,
  src: (value, place) => (isDataPicture(value) ? value : resolveReference(value, place)),
};

/** Pictures, sounds and films may have their address in other attributes. */
function withSource(tagName: string, attributes: Attributes): Attributes {
  if (tagName === 'img') {
    const { src: _, ...others } = attributes;
    const source = pictureSource(attributes);
    return source === null ? others : { src: source, ...others };
  }
  if (attributes.src || !/^(?:audio|video|source)$/.test(tagName)) return attributes;
  const [src] = frameSources(attributes);
  return src === undefined ? attributes : { ...attributes, src };
}
