import { FORMULA_ELEMENTS } from '../../core/formula-elements.js';
import { FORMULA_NOTATIONS } from './formulas.js';

/**
 * What becomes of the elements of a text, wherever it is from. Those that are not named are unwrapped:
 * their content stays without them. Players, responsive pictures, `noscript` and formulas are replaced
 * before, see `replace-elements.ts`.
 */

/**
 * Kept, with the attributes that stay; `dir` and `lang` stay on all. The most frequent ones come first:
 * the library looks through the list for each tag and text.
 */
const KEPT: Readonly<Record<string, string>> = {
  p: '',
  a: 'href title',
  strong: '',
  em: '',
  li: 'value',
  br: '',
  img: 'src alt title width height',
  ...without(`span div b i ul figure figcaption h2 h3 h4 code blockquote`),
  td: 'colspan rowspan',
  tr: '',
  abbr: 'title',
  ...without('article aside'),
  audio: 'src controls',
  ...without('bdi bdo caption cite'),
  col: 'span',
  ...without('colgroup dd del details dfn dl dt footer h1 h5 h6 header hr ins kbd main mark'),
  ol: 'start type',
  ...without('pre q rp rt ruby s samp section small'),
  source: 'src type',
  ...without('sub summary sup table tbody tfoot'),
  th: 'colspan rowspan scope',
  thead: '',
  time: 'datetime',
  ...without('u var'),
  video: 'src poster controls',
  wbr: '',
  ...without(FORMULA_ELEMENTS.join(' ')),
  math: 'display alttext',
  mo: 'stretchy fence separator form',
  mfrac: 'linethickness',
  mfenced: 'open close separators',
  menclose: 'notation',
  mtd: 'columnspan rowspan',
};

/** Old and other names of the same; blocks without one are a div, so that their texts stay apart. */
const RENAMED: Readonly<Record<string, string>> = {
  ...to('div', 'address center dialog dir fieldset form hgroup legend menu nav search'),
  ...to('pre', 'listing plaintext xmp'),
  acronym: 'abbr',
  'amp-audio': 'audio',
  'amp-video': 'video',
  image: 'img',
  strike: 's',
  tt: 'code',
};

/** Dropped with all that is in them: what runs, what is drawn elsewhere, and what is no text. */
export const DROPPED_ELEMENTS: readonly string[] = [
  ...['script', 'style', 'template', 'head', 'noembed', 'noframes', 'iframe', 'noscript', 'svg'],
  ...['textarea', 'option', 'datalist', ...FORMULA_NOTATIONS],
];

const EVERYWHERE = ['dir', 'lang'];

export const KEPT_ELEMENTS: readonly string[] = Object.keys(KEPT);

/** Names of the attributes that stay, by the name of the element; "*" for all others. */
export const KEPT_ATTRIBUTES: Readonly<Record<string, string[]>> = {
  '*': EVERYWHERE,
  ...Object.fromEntries(
    Object.entries(KEPT)
      .filter(([, attributes]) => attributes !== '')
      .map(([name, attributes]) => [name, [...EVERYWHERE, ...attributes.split(' ')]]),
  ),
};

/** The name that an element has in a cleaned text. */
export function keptName(name: string): string {
  return Object.hasOwn(RENAMED, name) ? (RENAMED[name] ?? name) : name;
}

function without(names: string): Record<string, string> {
  return to('', names);
}

function to(value: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, value]));
}
