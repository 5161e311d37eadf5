import { decodeHTML } from 'entities';
import { Parser } from 'htmlparser2';
import { withSingleSpaces } from '../../../base/text.js';
import { legalText } from './clean-text.js';
import { withFormulasInLine } from './formulas.js';
import { nestsDeeperThan, withoutTags } from './nesting.js';

/** Elements that begin a new line. */
const BLOCKS = new Set(
  `address article aside blockquote br caption center dd details dialog dir div dl dt fieldset figcaption
  figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol option p pre
  search section summary table tbody tfoot thead tr ul`.split(/\s+/),
);

/** Elements whose content is no text for a reader. */
const SILENT = new Set(
  'head iframe math noscript object script select style svg template textarea'.split(' '),
);

const DEEPEST_PARSED = 500;

/** White space within a line other than a single plain space; see `withSingleSpaces`. */
const UNEVEN_SPACE = /[^\S\n ][^\S\n]*| [^\S\n]+/g;

/** Plain text of HTML: entities are decoded once, and blocks are on lines of their own. */
export function htmlToText(written: string): string {
  if (!/[<&]/.test(written)) return tidied(written);
  if (nestsDeeperThan(written, DEEPEST_PARSED)) return tidied(withoutTags(written));
  const html = withKeptLines(withFormulasInLine(written));
  const parts: string[] = [];
  let silent = 0;
  const parser = new Parser(
    {
      onopentag(name) {
        if (SILENT.has(name)) silent += 1;
        else if (BLOCKS.has(name)) parts.push('\n');
        else if (name === 'td' || name === 'th') parts.push(' ');
      },
      ontext(text) {
        if (silent === 0) parts.push(withSingleSpaces(decodedHtml(text)));
      },
      onclosetag(name) {
        if (SILENT.has(name)) silent -= 1;
        else if (BLOCKS.has(name) && name !== 'br' && name !== 'tr') parts.push('\n');
      },
    },
    // The parser does not decode entities: one callback per reference took most of the time for
    // 500,000 of them.
    { decodeEntities: false },
  );
  parser.end(html);
  return tidied(parts.join(''));
}

const BLOCK_TAG = new RegExp(`</?(?:${[...BLOCKS].join('|')})(?:[ /][^>]*)?>`, 'g');

/**
 * Plain text of sanitised HTML in a third of the time: its tags are well-formed, without `>` in
 * attributes.
 */
export function sanitisedToText(html: string): string {
  if (!/[<&]/.test(html)) return tidied(html);
  const text = withSingleSpaces(withKeptLines(withFormulasInLine(html)))
    .replace(/<hr(?: [^>]*)?>/g, '$&\n')
    .replace(BLOCK_TAG, '\n')
    .replace(/<t[dh](?: [^>]*)?>/g, ' ')
    .replace(/<[^>]*>/g, '');
  return tidied(decodedHtml(text));
}

/** Decodes references. Most texts are feedctl's own HTML, which has only four. */
function decodedHtml(text: string): string {
  if (!text.includes('&')) return text;
  const plain = text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"');
  return /&(?!amp;)/.test(plain) ? decodeHTML(text) : plain.replace(/&amp;/g, '&');
}

/** Placeholders of a space and a line end that are part of the text. */
const SPACE = '\ue001';
const LINE_END = '\ue002';

const CELL = /(<t[dh](?:\s[^>]*)?>)((?:(?!<\/?t[dhr]|<table)[\s\S]){0,2000})(?=<\/t[dh]\s*>)/gi;

/**
 * HTML in which lines of code and rows of tables are protected, so that they stay lines in plain
 * text.
 */
function withKeptLines(html: string): string {
  const lines = /<pre[\s>]/i.test(html) ? withKeptCode(html) : html;
  return /<t[dh][\s>]/i.test(lines)
    ? lines
        .replace(CELL, (_, tag: string, cell: string) => tag + cell.replace(BLOCK_TAG, ' '))
        .replace(/<\/tr>\s*(?=<tr[\s>])/gi, '')
    : lines;
}

/**
 * Protects the lines of each `pre`, which ends at the next end tag; in linear time, also without
 * one.
 */
function withKeptCode(html: string): string {
  const [first = '', ...parts] = html.split(/<pre(?=[\s>])/i);
  const kept = parts.map((part) => {
    const end = part.search(/<\/pre/i);
    return end < 0 ? part : part.slice(0, end).replace(TEXTS, keptSpace) + part.slice(end);
  });
  return [first, ...kept].join('<pre');
}

/** The text between two tags. */
const TEXTS = /(?<=>)[^<>]+/g;

function keptSpace(text: string): string {
  return text.replace(/\t/g, SPACE.repeat(4)).replace(/\r?\n/g, LINE_END).replace(/ /g, SPACE);
}

function tidied(text: string): string {
  const plain = evenText(text);
  if (!plain.includes(SPACE) && !plain.includes(LINE_END)) return plain;
  return plain
    .replace(/\ue001*\ue002/g, LINE_END)
    .replace(/(^|\n)\ue002+|\ue002+(\n|$)/g, '$1$2')
    .replaceAll(SPACE, ' ')
    .replaceAll(LINE_END, '\n')
    .trim();
}

function evenText(text: string): string {
  return legalText(text)
    .replace(UNEVEN_SPACE, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
