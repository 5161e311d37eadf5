import sanitizeHtml from 'sanitize-html';
import { legalText } from './clean-text.js';
import { nestsDeeperThan, withoutTags } from './nesting.js';
import { resolveUrl } from './resolve-url.js';

/** Longer descriptions are cut: whole books have been published as one item. */
const MAX_LENGTH = 262_144;

/** Real articles nest a few dozen levels deep; deeper tags are removed. */
const MAX_NESTING = 64;

/** Deeper content is not part of a real article and is converted to text. */
const DEEPEST_PARSED = 500;

/** The most frequent ones come first: the library looks through the list for each tag and text. */
const ALLOWED_TAGS =
  `p a strong em li br img span div b i ul figure figcaption h2 h3 h4 code blockquote td tr
  abbr article aside audio bdi bdo caption cite col colgroup dd del details dfn dl dt footer h1 h5 h6
  header hr ins kbd main mark ol pre q rp rt ruby s samp section small source sub summary sup table
  tbody tfoot th thead time u var video wbr`.split(/\s+/);

/** Blocks that are not allowed: their texts stay apart as those of a div. */
const OTHER_BLOCKS = new Set(
  'address center dialog dir fieldset form hgroup legend listing menu nav search'.split(' '),
);

const ALLOWED_ATTRIBUTES = {
  '*': ['dir', 'lang'],
  a: ['href', 'title'],
  abbr: ['title'],
  audio: ['src', 'controls'],
  col: ['span'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  li: ['value'],
  ol: ['start', 'type'],
  source: ['src', 'type'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  time: ['datetime'],
  video: ['src', 'poster', 'controls'],
};

const ALLOWED_EVERYWHERE: ReadonlySet<string> = new Set(ALLOWED_ATTRIBUTES['*']);

/** By the name of a tag that has attributes of its own. */
const ALLOWED_BY_TAG: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(ALLOWED_ATTRIBUTES).map(([tag, names]) => [
    tag,
    new Set([...ALLOWED_EVERYWHERE, ...names]),
  ]),
);

/** Attributes whose value is an address. */
const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'poster']);

type Attributes = Readonly<Record<string, string>>;

/** HTML by allow-list: nothing that runs, no style, http(s) addresses only and all of them absolute. */
export function sanitiseHtml(html: string, base: string): string {
  const start = legalText(html.slice(0, MAX_LENGTH));
  if (!/[<&>]/.test(start)) return start.trim();
  if (nestsDeeperThan(start, DEEPEST_PARSED)) return textToHtml(withoutTags(start));
  return sanitizeHtml(start, {
    allowedTags: ALLOWED_TAGS,
    allowedAttributes: ALLOWED_ATTRIBUTES,
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['http', 'https'] },
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    // The texts of these are no texts; those of other discarded elements stay.
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'noscript',
      'head',
      'template',
      'iframe',
    ],
    nestingLimit: MAX_NESTING,
    enforceHtmlBoundary: false,
    parseStyleAttributes: false,
    transformTags: {
      '*': (tagName, attribs) => ({
        tagName: OTHER_BLOCKS.has(tagName) ? 'div' : tagName,
        attribs: keptAttributes(tagName, attribs, base),
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && isNoPicture(attribs),
  }).trim();
}

/** HTML of plain text, cut at the same length. */
export function textToHtml(text: string): string {
  const escaped = legalText(text.slice(0, MAX_LENGTH))
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .trim();
  return escaped === '' ? '' : `<p>${escaped.replace(/\r?\n/g, '<br />')}</p>`;
}

/** The first picture of sanitised HTML, or null. */
export function firstImage(html: string): string | null {
  const source = /<img[^>]*? src="([^"]+)"/.exec(html)?.[1];
  return source?.replace(/&quot;/g, '"').replace(/&amp;/g, '&') ?? null;
}

/**
 * The attributes that may stay, with absolute addresses. The library removes the others, too, but
 * each with a `delete`, which makes every later access to its attributes slow.
 */
function keptAttributes(tagName: string, attributes: Attributes, base: string) {
  const allowed = ALLOWED_BY_TAG.get(tagName) ?? ALLOWED_EVERYWHERE;
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(withLoadedPicture(attributes))) {
    if (!allowed.has(name)) continue;
    const isLink = ADDRESSES.has(name) && !(name === 'href' && /^\s*mailto:/i.test(value));
    const result = isLink ? resolveUrl(value, base) : value;
    if (result !== null) kept[name] = result;
  }
  return kept;
}

/** Pictures that a script would load later keep their address in data-src. */
function withLoadedPicture(attributes: Attributes): Attributes {
  const { src } = attributes;
  if (src !== undefined && !src.startsWith('data:')) return attributes;
  const lazy = attributes['data-src'] ?? attributes['data-lazy-src'] ?? attributes['data-original'];
  return lazy === undefined ? attributes : { ...attributes, src: lazy };
}

/** Counting pixels, and pictures without an address. */
function isNoPicture({ src, width, height }: Attributes): boolean {
  return (
    src === undefined || /^[012](?:px)?$/.test(width ?? '') || /^[012](?:px)?$/.test(height ?? '')
  );
}
