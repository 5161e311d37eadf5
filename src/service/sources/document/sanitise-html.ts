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

const ALLOWED_TAGS =
  `a abbr article aside audio b bdi bdo blockquote br caption cite code col colgroup
  dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li
  main mark ol p pre q rp rt ruby s samp section small source span strong sub summary sup table tbody
  td tfoot th thead time tr u ul var video wbr`.split(/\s+/);

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
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: absolute(attribs, base) }) },
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

function absolute(attributes: Readonly<Record<string, string>>, base: string) {
  const result: Record<string, string> = { ...attributes };
  // Pictures that a script would load later keep their address in data-src.
  const lazy = result['data-src'] ?? result['data-lazy-src'] ?? result['data-original'];
  if (lazy !== undefined && (result.src === undefined || result.src.startsWith('data:'))) {
    result.src = lazy;
  }
  for (const name of ['href', 'src', 'poster']) {
    const value = result[name];
    if (value === undefined || (name === 'href' && /^\s*mailto:/i.test(value))) continue;
    const address = resolveUrl(value, base);
    if (address === null) delete result[name];
    else result[name] = address;
  }
  return result;
}

/** Counting pixels, and pictures without an address. */
function isNoPicture({ src, width, height }: Readonly<Record<string, string>>): boolean {
  return (
    src === undefined || /^[012](?:px)?$/.test(width ?? '') || /^[012](?:px)?$/.test(height ?? '')
  );
}
