import { isChangeAddress } from './same/across-feeds.js';
import { escapeHtml, unescapeHtml } from './text.js';

/** The lines of one change of a followed page. */
export interface ChangeText {
  added: string[];
  removed: string[];
  /** The added lines; each group follows the label it belongs to. */
  addedWithLabels: string[];
}

const FIRST = 'Following this text from now on: ';

/**
 * The title of the first item of a followed page. @param extent length of the text, in words for
 * people
 */
export function firstTextTitle(extent: string): string {
  return `${FIRST}${extent}`;
}

/** True for the first reading of a followed page, which announces nothing. */
export function isFirstText({ title, url }: { title: string; url: string }): boolean {
  return title.startsWith(FIRST) && isChangeAddress(url);
}

const LINE = /^(?:(Added)|Removed): (.*)$/s;
const MORE = '… and changes in ';

/** One line of `description_text`. */
export function changeLine(kind: 'Added' | 'Removed', text: string): string {
  return `${kind}: ${text}`;
}

/** The line that names the heading or label of the lines below it. */
export function labelLine(label: string): string {
  return `${label}:`;
}

/** The last line when some lines are left out. */
export function moreLine(places: number): string {
  return `${MORE}${places} more ${places === 1 ? 'place' : 'places'}`;
}

/** Reads a `description_text`; null if it does not describe a change of a page. */
export function readChangeText(text: string): ChangeText | null {
  // Skips most texts without splitting them into lines.
  if (!text.includes('Added: ') && !text.includes('Removed: ')) return null;
  const read: ChangeText = { added: [], removed: [], addedWithLabels: [] };
  let label: string | null = null;
  let isLabelled = true;
  for (const line of text.split('\n')) {
    const [, added, words = ''] = LINE.exec(line) ?? [];
    if (added !== undefined) {
      if (label !== null) read.addedWithLabels.push(label);
      label = null;
      read.added.push(words);
      read.addedWithLabels.push(words);
      isLabelled = true;
    } else if (LINE.test(line)) {
      read.removed.push(words);
      isLabelled = true;
    } else if (line.endsWith(':') && isLabelled) {
      [label, isLabelled] = [line.slice(0, -1), false];
    } else if (!line.startsWith(MORE)) return null;
  }
  return isLabelled ? read : null;
}

/** A piece of a line: unchanged, added or removed. */
export interface Piece {
  text: string;
  change: 'ins' | 'del' | null;
}

/** A line of a change, with the heading or label above it ("" if it has none). */
export interface ChangedLine {
  label: string;
  pieces: readonly Piece[];
}

/** The part of a change that lists, pages and messages show. */
export interface ShownChange {
  /** The words that differ, with five words around them. */
  lines: readonly ChangedLine[];
  /** Number of further lines of the change. */
  more: number;
  /** The time of the previous reading, in words; "" when it is not known. */
  since: string;
}

const COMPARED = 'Compared with the page of ';

/** The last line of the HTML of a change. @param time of the reading before, milliseconds */
export function comparedLine(time: number): string {
  const [day, clock] = new Date(time).toISOString().split('T');
  return `${COMPARED}${day} ${clock?.slice(0, 5)} UTC`;
}

/** Number of lines that lists, mails and chats show of a change. */
const FEW_LINES = 3;
/** At most this many characters of HTML are searched for them: a rewritten page has 256 KB. */
const MAX_READ = 20_000;

/** The change that an item describes; null for all other items. */
export function changeOf(
  { url, description_html: html }: { url: string; description_html: string },
  max = FEW_LINES,
): ShownChange | null {
  if (!isChangeAddress(url) || !/<(?:ins|del)>/.test(html)) return null;
  const shown: ShownChange = { lines: [], more: 0, since: '' };
  const lines: ChangedLine[] = [];
  let label = '';
  const read =
    max > FEW_LINES ? html : `${html.slice(0, MAX_READ)}${html.slice(MAX_READ).slice(-200)}`;
  for (const part of read.split('</p>').slice(0, -1)) {
    const start = part.indexOf('<p>');
    if (start === -1) continue;
    const inner = part.slice(start + '<p>'.length);
    const [, heading] = /^<strong>(.*)<\/strong>$/s.exec(inner) ?? [];
    if (heading !== undefined) {
      label = unescapeHtml(heading);
    } else if (inner.startsWith(COMPARED)) {
      shown.since = inner.slice(COMPARED.length);
    } else if (/<(?:ins|del)>/.test(inner)) {
      if (lines.length === max) shown.more += 1;
      else lines.push(lineOf(label, piecesOf(inner)));
      label = '';
    }
  }
  return { ...shown, lines };
}

/** Leaves the label out if the line begins with it. */
function lineOf(label: string, pieces: readonly Piece[]): ChangedLine {
  const isNamed = pieces[0]?.text.startsWith(`${label}:`);
  return { label: isNamed ? '' : label, pieces: aroundChanges(pieces) };
}

/**
 * Reads the HTML in one pass: an item of any feed may have such an address, and tags without an
 * end.
 */
function piecesOf(html: string): Piece[] {
  const pieces: Piece[] = [];
  let change: Piece['change'] = null;
  for (const token of html.split(/(<\/?(?:ins|del)>)/)) {
    if (token === '<ins>') change = 'ins';
    else if (token === '<del>') change = 'del';
    else if (token === '</ins>' || token === '</del>') change = null;
    else if (token !== '') pieces.push({ text: unescapeHtml(token), change });
  }
  return pieces;
}

/** Number of unchanged words that are shown on each side of a change. */
const AROUND = 5;

/** The pieces without words that are far from a change. */
function aroundChanges(pieces: readonly Piece[]): Piece[] {
  return pieces.map(({ text, change }, at) => {
    // The pattern splits before white space and matches none of it: otherwise a long run of white
    // space would be tried from each of its characters.
    const words = text.split(/(?<=\S)(?=\s)/).filter((word) => word.trim() !== '');
    const [isFirst, isLast] = [at === 0, at === pieces.length - 1];
    const room = isFirst || isLast ? AROUND : 2 * AROUND;
    if (change !== null || words.length <= room + 1) return { text, change };
    const head = isFirst ? '' : `${words.slice(0, AROUND).join('')} `;
    const tail = isLast
      ? ''
      : words.slice(-AROUND).join('').trimStart() + (/\s$/.test(text) ? ' ' : '');
    return { text: `${head}…${isFirst || isLast ? '' : ' '}${tail}`, change };
  });
}

/**
 * A change as plain text, one line each: `[9 → 12]` replaces words, `[+12]` adds and `[−9]` removes
 * them. A line that was added or removed as a whole begins with the sign.
 */
export function changeInText({ lines, more, since }: ShownChange): string {
  return [
    ...lines.map(({ label, pieces }) => `${label === '' ? '' : `${label}: `}${lineInText(pieces)}`),
    ...(more > 0 ? [moreLine(more)] : []),
    ...(since === '' ? [] : [`${COMPARED}${since}`]),
  ].join('\n');
}

const SIGNS = { ins: '+', del: '−' } as const;

function lineInText(pieces: readonly Piece[]): string {
  const [only, ...others] = pieces;
  if (only?.change && others.length === 0) return `${SIGNS[only.change]} ${only.text.trim()}`;
  let text = '';
  for (const [at, { text: words, change }] of pieces.entries()) {
    const next = pieces[at + 1];
    const isReplaced = change === 'ins' && pieces[at - 1]?.change === 'del';
    if (change === null) text += words;
    else if (change === 'del' && next?.change === 'ins')
      text += `[${words.trim()} → ${next.text.trim()}]${next.text.slice(next.text.trimEnd().length)}`;
    else if (!isReplaced)
      text += words.replace(/\S(?:.*\S)?/s, (inner) => `[${SIGNS[change]}${inner}]`);
  }
  return text.trim();
}

/** The anchor of a change on the public page of its feed. @param guid of its item, as published */
export function changeAnchor(guid: string): string {
  return `change-${guid.replace(/\W/g, '').slice(0, 24)}`;
}

/**
 * A change as HTML with `ins` and `del`, which differ without colour as well.
 * @param write escapes a text for HTML
 * @param id of the list; if given, each line has an anchor and a link to it
 */
export function changeInHtml(
  { lines, more, since }: ShownChange,
  { write = escapeHtml, id }: { write?: (text: string) => string; id?: string } = {},
): string {
  const items = lines.map(({ label, pieces }, at) => {
    const anchor = id === undefined ? '' : `${write(id)}-${at + 1}`;
    const words = pieces.map(({ text, change }) =>
      change === null ? write(text) : `<${change}>${write(text)}</${change}>`,
    );
    const link = anchor && ` <a href="#${anchor}" title="Link to this change">#</a>`;
    return `<li${anchor && ` id="${anchor}"`}>${label && `<strong>${write(label)}</strong> `}${words.join('')}${link}</li>`;
  });
  const notes = [more > 0 ? moreLine(more) : '', since && `${COMPARED}${write(since)}`];
  const rest = notes.flatMap((note) => (note === '' ? [] : [`<p>${note}</p>`]));
  return `<ul class="changes">${items.join('')}</ul>${rest.join('')}`;
}
