import { FORMULA_ELEMENTS } from '../../core/formula-elements.js';
import { FORMULA_NOTATIONS } from './formulas.js';

/**
 * How the elements of a text are treated, whatever its source. Elements that are not listed are
 * unwrapped: their content stays. `replace-elements.ts` has replaced players, responsive pictures,
 * `noscript` and formulas before.
 */

/**
 * Elements that are kept, with their allowed attributes; all may have `dir` and `lang`. The most
 * frequent are first: the library searches this list for each tag and text.
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

/**
 * Elements that are renamed to equivalent ones; other blocks become a div, so that their texts stay
 * apart.
 */
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

/**
 * Elements that are dropped with their content: scripts, objects drawn elsewhere, and content that
 * is no text.
 */
export const DROPPED_ELEMENTS: readonly string[] = [
  ...['script', 'style', 'template', 'head', 'noembed', 'noframes', 'iframe', 'noscript', 'svg'],
  ...['textarea', 'option', 'datalist', ...FORMULA_NOTATIONS],
];

const EVERYWHERE = ['dir', 'lang'];

export const KEPT_ELEMENTS: readonly string[] = Object.keys(KEPT);

/** Allowed attributes by the name of the element; "*" for all others. */
export const KEPT_ATTRIBUTES: Readonly<Record<string, string[]>> = {
  '*': EVERYWHERE,
  ...Object.fromEntries(
    Object.entries(KEPT)
      .filter(([, attributes]) => attributes !== '')
      .map(([name, attributes]) => [name, [...EVERYWHERE, ...attributes.split(' ')]]),
  ),
};

/** The name of an element in a cleaned text. */
export function keptName(name: string): string {
  return Object.hasOwn(RENAMED, name) ? (RENAMED[name] ?? name) : name;
}

function without(names: string): Record<string, string> {
  return to('', names);
}

function to(value: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, value]));
}
