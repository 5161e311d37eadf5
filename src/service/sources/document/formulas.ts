import { FORMULA_ELEMENTS } from '../../core/formula-elements.js';
import { readTags } from './read-tags.js';

/** Elements with the same formula in other notations. */
export const FORMULA_NOTATIONS = ['annotation', 'annotation-xml'];

const KNOWN: ReadonlySet<string> = new Set([
  ...FORMULA_ELEMENTS,
  ...FORMULA_NOTATIONS,
  'semantics',
]);

/** True if a formula has presentation markup, so that readers can draw it. */
export function isDrawable(math: string): boolean {
  let isKnown = true;
  readTags(math, {
    open: (name) => {
      isKnown &&= KNOWN.has(name);
    },
    text: () => {},
    close: () => {},
  });
  return isKnown;
}

interface Part {
  name: string;
  children: string[];
}

const OPERAND = /^[\p{L}\p{M}\p{N}.,∞]*$/u;

/** An operand, in parentheses if it has several parts. */
function operand(text = ''): string {
  return OPERAND.test(text) || /^\([^()]*\)$/.test(text) ? text : `(${text})`;
}

/** How elements of a formula are written in one line; the children of others are joined. */
const IN_LINE: Readonly<Record<string, (children: readonly string[]) => string>> = {
  mfrac: ([above, below]) => `${operand(above)}/${operand(below)}`,
  msup: ([base, above]) => `${operand(base)}^${operand(above)}`,
  msub: ([base, below]) => `${operand(base)}_${operand(below)}`,
  msubsup: ([base, below, above]) => `${operand(base)}_${operand(below)}^${operand(above)}`,
  munder: ([base, below]) => `${base}_${operand(below)}`,
  munderover: ([base, below, above]) => `${base}_${operand(below)}^${operand(above)}`,
  msqrt: (parts) => `√${operand(parts.join(''))}`,
  mroot: ([base, index]) => `${operand(base)}^(1/${index})`,
  mtd: (parts) => `${parts.join('')} `,
  mtr: (parts) => `${parts.join('').trimEnd()}; `,
  mtable: (parts) => parts.join('').replace(/; $/, ''),
  mfenced: (parts) => `(${parts.join(', ')})`,
  mphantom: () => '',
  mspace: () => ' ',
};

/** A formula as one line of text: a fraction is `1/3`, not `13`. */
function formulaText(math: string): string {
  const open: Part[] = [{ name: '', children: [] }];
  let hidden = 0;
  const leave = () => {
    const part = open.pop();
    if (part === undefined) return;
    const text = IN_LINE[part.name]?.(part.children) ?? part.children.join('');
    open.at(-1)?.children.push(text);
  };
  readTags(math, {
    open: (name, _, { isEmpty }) => {
      if (isEmpty) return;
      if (FORMULA_NOTATIONS.includes(name)) hidden += 1;
      open.push({ name, children: [] });
    },
    text: (text) => {
      if (hidden === 0 && text.trim() !== '') open.at(-1)?.children.push(text.trim());
    },
    close: (name) => {
      if (FORMULA_NOTATIONS.includes(name)) hidden = Math.max(0, hidden - 1);
      if (open.some((part) => part.name === name)) {
        while (open.length > 1 && open.at(-1)?.name !== name) leave();
        leave();
      }
    },
  });
  while (open.length > 1) leave();
  return open[0]?.children.join('') ?? '';
}

const MATH_START = /<math[\s>]/gi;

/** HTML with its formulas replaced by one line of text each. */
export function withFormulasInLine(html: string): string {
  if (!html.includes('<math')) return html;
  const parts: string[] = [];
  let from = 0;
  MATH_START.lastIndex = 0;
  for (let match = MATH_START.exec(html); match !== null; match = MATH_START.exec(html)) {
    const end = html.indexOf('</math>', match.index);
    if (end < 0) break;
    const text = formulaText(html.slice(match.index, end + 7));
    parts.push(html.slice(from, match.index), escapedFormula(text));
    from = end + 7;
    MATH_START.lastIndex = from;
  }
  return parts.join('') + html.slice(from);
}

function escapedFormula(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
