import sanitizeHtml from 'sanitize-html';
import { FORMULA_ELEMENTS } from '../../core/formula-elements.js';
import { picturePath } from './pictures.js';

/**
 * What an article is made of. Media are played from the list of its files, and landmarks of a page are
 * none within one.
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
 * The text of an item as a part of a page. It was sanitised when it was stored; here once more, by a
 * list of its own, because the page has forms. Its pictures come through the service.
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
      // The title of the page is the only one of its rank.
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
