import sanitizeHtml from 'sanitize-html';
import { FORMULA_ELEMENTS } from '../../core/formula-elements.js';
import { picturePath } from './pictures.js';

/**
 * The elements of an article. Media are excluded, because the list of files plays them, and so are
 * page landmarks, which have no meaning within an article.
 */
const TAGS = [
  ...`p a strong em li br img span div b i ul figure figcaption h2 h3 h4 h5 h6 code blockquote td tr abbr
  bdi bdo caption cite del details dfn dl dt dd hr ins kbd mark ol pre q rp rt ruby s samp small sub
  summary sup table tbody tfoot th thead time u var wbr`.split(/\s+/),
  ...FORMULA_ELEMENTS,
];

const ATTRIBUTES = {
  '*': ['dir', 'lang'],
  a: ['href', 'rel', 'target'],
  img: ['src', 'alt', 'loading', 'decoding'],
  li: ['value'],
  ol: ['start', 'type'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
};

/**
 * Sanitises the text of an item for a page. It was already sanitised when it was stored; a second
 * pass with a separate list is needed, because the page has forms. Its pictures come through the
 * service.
 * @param formToken signs the addresses of the pictures
 */
export function articleHtml(html: string, formToken: string): string {
  return sanitizeHtml(html, {
    allowedTags: TAGS,
    allowedAttributes: ATTRIBUTES,
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    enforceHtmlBoundary: false,
    parseStyleAttributes: false,
    transformTags: {
      // The title of the page is its only `h1`.
      h1: 'h2',
      a: (tagName, { href = '', dir }) => ({
        tagName,
        attribs: {
          ...(/^(?:https?|mailto):/i.test(href) && { href, rel: 'noreferrer noopener external' }),
          ...(dir && { dir }),
        },
      }),
      img: (tagName, { src = '', alt = '' }) => ({
        tagName,
        attribs: {
          ...(/^https?:/i.test(src) && { src: picturePath(formToken, src) }),
          alt,
          loading: 'lazy',
          decoding: 'async',
        },
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs.src === undefined,
  });
}
