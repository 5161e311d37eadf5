import sanitizeHtml from 'sanitize-html';
import { isDataPicture, pictureSource } from '../../../base/picture-source.js';
import { CUT_PARAGRAPH, cutAtWord, legalText, MAX_CLEAN_TEXT } from './clean-text.js';
import { DROPPED_ELEMENTS, KEPT_ATTRIBUTES, KEPT_ELEMENTS, keptName } from './elements.js';
import { frameSources } from './embeds.js';
import { cutAtElement, withoutBallast } from './long-text.js';
import { nestsDeeperThan, withoutTags } from './nesting.js';
import { LINK_SCHEMES, type Place, placeAt, resolveLink, resolveReference } from './references.js';
import { replaceElements } from './replace-elements.js';

/** Maximum nesting; real articles nest a few dozen levels deep. Deeper tags are removed. */
const MAX_NESTING = 64;

/** Content below this depth is converted to text: it is no part of a real article. */
const DEEPEST_PARSED = 500;

const ALLOWED_EVERYWHERE: ReadonlySet<string> = new Set(KEPT_ATTRIBUTES['*']);

/** Allowed attributes by the name of the tag. */
const ALLOWED_BY_TAG: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(KEPT_ATTRIBUTES).map(([tag, names]) => [tag, new Set(names)]),
);

type Attributes = Readonly<Record<string, string>>;

/**
 * HTML by the table of elements: no scripts, no styles, absolute addresses. A text that is longer
 * than 256 KB after cleaning is cut after an element, with a note. @param place base of references:
 * one address, or several
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
    // The content of these is dropped; other discarded elements keep their texts.
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

/** HTML of plain text, with the same maximum length. */
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

/** A picture in a text, with its size if the text has it. */
interface ShownPicture {
  url: string;
  width?: number | undefined;
  height?: number | undefined;
}

/** The pictures of sanitised HTML that have an http(s) address. */
export function imagesOf(html: string): ShownPicture[] {
  return [...html.matchAll(/<img[^>]*? src="(https?:[^"]+)"[^>]*>/g)].map(([tag, source = '']) => {
    const [width, height] = ['width', 'height'].map((name) => {
      const size = new RegExp(` ${name}="(\\d{1,5})`).exec(tag)?.[1];
      return size === undefined ? undefined : Number(size);
    });
    return { url: source.replace(/&quot;/g, '"').replace(/&amp;/g, '&'), width, height };
  });
}

/** Elements that are removed if they have no source. */
const NEEDS_SOURCE: ReadonlySet<string> = new Set(['img', 'image', 'source']);

/**
 * The allowed attributes with absolute addresses. The library removes the others as well, but with
 * one `delete` each, which makes later accesses to the object slow.
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

/** Attributes that hold an address, with their conversions. */
const ADDRESSES: Readonly<Record<string, (value: string, place: Place) => string | null>> = {
  href: resolveLink,
  poster: resolveReference,
  src: (value, place) => (isDataPicture(value) ? value : resolveReference(value, place)),
};

/** Fills in the source of pictures, sounds and films that is in other attributes. */
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
