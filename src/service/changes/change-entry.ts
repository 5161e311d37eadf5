import {
  changeLine,
  comparedLine,
  firstTextTitle,
  labelLine,
  moreLine,
  type Piece,
} from '../../base/change-text.js';
import { FREE_NUMBER, MONEY } from '../../base/noise.js';
import { changeAddress } from '../../base/same/across-feeds.js';
import { escapeHtml } from '../../base/text.js';
import { findDate } from '../../dates/index.js';
import type { SourceEntry } from '../core/source-document.js';
import { type Hunk, VALUE_WORDS } from './compare.js';
import {
  changedPrice,
  changedTokens,
  changedWords,
  compareWords,
  StepBudget,
} from './line-words.js';
import { type Line, lineHash } from './lines.js';
import type { News } from './told.js';

/** Changed lines that an item shows; a page that was rewritten has thousands. */
const MAX_LINES = 500;
/** Length of a title that names several changes, and of the label that a change belongs to. */
const MAX_TITLE = 120;
const MAX_LABEL = 60;

/** Where and when a change was found. */
interface Found {
  url: string;
  /** Milliseconds. */
  now: number;
  /** When the page was read that is compared with this one, milliseconds. */
  before?: number | undefined;
}

/** The first item of a feed of changes: the text that is followed. @param isCut a longer text */
export function watchedEntry(
  { lines, isCut }: { lines: readonly Line[]; isCut: boolean },
  { url, now, selector }: Found & { selector: string | null },
): SourceEntry {
  const counted = `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}`;
  const extent = isCut ? `${counted}, the first 256 KB of a longer text` : counted;
  let last = '';
  const own = new Set(lines);
  // What stands in the text itself is told there.
  const followed = lines.map((line) => {
    const near = labelLineOf(line, true);
    const label = near === null || own.has(near) ? '' : shownLabel(near);
    const isNew = label !== last;
    last = label;
    return { label: isNew ? label : '', pieces: [{ text: line.text, change: null }] };
  });
  return {
    ...changedEntry(`watched ${url} ${now} ${selector ?? ''}`, { url, now }),
    title: firstTextTitle(extent),
    descriptionText: followed
      .flatMap(({ label, pieces }) => [
        ...(label === '' ? [] : [labelLine(label)]),
        ...pieces.map(({ text }) => text),
      ])
      .join('\n'),
    descriptionHtml: htmlOf(followed),
  };
}

/**
 * The item of a change: its lines in words, and as HTML with `ins` and `del`; null where the page shows
 * all of it elsewhere, so that there is nothing to tell.
 * @param shown the keys of all lines that the page shows now: only what is nowhere there was removed
 */
export function changeEntry(
  news: News,
  shown: readonly string[],
  found: Found,
): SourceEntry | null {
  const hunks = withoutStanding(news.hunks, shown);
  const { relinked } = news;
  if (hunks.length === 0 && relinked.length === 0) return null;
  const lines = cutHunks(hunks, MAX_LINES);
  const left = hunks.length - lines.length;
  const more = left > 0 ? moreLine(left) : '';
  const budget = new StepBudget();
  const compared = lines.map((hunk) => comparedHunk(hunk, budget));
  const links = relinked.slice(0, MAX_LINKS).map(({ text, targets }) => `${text} (${targets})`);
  const linked = links.map((link) => changeLine('Added', link));
  const text = [hunksText(lines), linked.length > 0 ? labelLine(LINKS) : '', ...linked, more];
  const descriptionText = text.filter((part) => part !== '').join('\n');
  const titles = [titleOfHunks(compared, left, found.now), titleOfLinks(relinked)];
  return {
    ...changedEntry(`change ${found.url} ${found.now} ${descriptionText}`, found),
    title: titles.find((title) => title !== '') ?? '',
    descriptionText,
    descriptionHtml: [
      htmlOf(compared.flat()),
      ...links.map((link) => `<p>${escapeHtml(link)}</p>`),
      more && `<p>${more}</p>`,
      found.before === undefined ? '' : `<p>${comparedLine(found.before)}</p>`,
    ].join(''),
  };
}

/** In front of lines of which nothing but the address of a link has changed. */
const LINKS = 'Links that lead elsewhere';
/** Links that an item shows of those. */
const MAX_LINKS = 20;

function titleOfLinks(relinked: readonly Line[]): string {
  const [first] = relinked;
  if (first === undefined) return '';
  const { length } = relinked;
  return length === 1
    ? `A link leads elsewhere: ${first.text.slice(0, MAX_LABEL)}`
    : `${length} links lead elsewhere: ${first.text.slice(0, MAX_LABEL)} …`;
}

/** Shorter texts are looked for as lines, not as a part of one. */
const MIN_PART = 8;
/** Removed lines that are looked for within the lines of a page. */
const MAX_SOUGHT = 200;

/** What an item shows of a hunk. */
interface ShownHunk extends Hunk {
  /** Its lines stand in place of others. */
  isReplaced: boolean;
}

/** The hunks without removed lines that the page shows elsewhere. */
function withoutStanding(hunks: readonly Hunk[], shown: readonly string[]): ShownHunk[] {
  const keys = new Set(shown);
  const all = shown.join('\n');
  let sought = 0;
  const isGone = ({ key }: Line) => {
    if (keys.has(key)) return false;
    if (key.length < MIN_PART || sought >= MAX_SOUGHT) return true;
    sought += 1;
    return !all.includes(key);
  };
  return hunks
    .map(({ removed, added }) => ({
      ...{ removed: removed.filter(isGone), added },
      isReplaced: removed.length > 0 && removed.length <= added.length,
    }))
    .filter(({ removed, added }) => removed.length + added.length > 0);
}

function changedEntry(identity: string, { url, now }: Found): SourceEntry {
  const guid = `${now}-${lineHash(identity)}`;
  return {
    guid,
    // Readers and clients compare items by their addresses.
    url: changeAddress(url, guid),
    title: '',
    descriptionText: '',
    descriptionHtml: '',
    thumbnail: null,
    datePublished: now,
    authors: [],
  };
}

/** The first hunks with so many lines together, and at least one. */
function cutHunks(hunks: readonly ShownHunk[], most: number): ShownHunk[] {
  let room = most;
  return hunks
    .filter((hunk, at) => {
      const isShown = at === 0 || room > 0;
      room -= hunk.added.length + hunk.removed.length;
      return isShown;
    })
    .map((hunk) => ({
      ...hunk,
      removed: hunk.removed.slice(0, most),
      added: hunk.added.slice(0, most),
    }));
}

/** The lines that were removed and added, each group of them below what it belongs to. */
function hunksText(hunks: readonly ShownHunk[]): string {
  const lines: string[] = [];
  let last = '';
  for (const hunk of hunks) {
    for (const [kind, changed] of [
      ['Removed', hunk.removed],
      ['Added', hunk.added],
    ] as const) {
      for (const line of changed) {
        const label = placeLabel(line, hunk.isReplaced);
        if (label !== '' && label !== last) lines.push(labelLine(label));
        last = label;
        lines.push(changeLine(kind, line.text));
      }
    }
  }
  return lines.join('\n');
}

/** A line in pieces, and what it belongs to. */
interface ComparedLine {
  pieces: Piece[];
  label: string;
}

/** The lines of a hunk in pieces; two forms of one line are one. */
function comparedHunk(hunk: ShownHunk, budget: StepBudget): ComparedLine[] {
  const { removed, added } = hunk;
  const lines: ComparedLine[] = [];
  let next = 0;
  for (const line of removed) {
    const now = added[next];
    const pieces = now === undefined ? null : compareWords(line.text, now.text, budget);
    if (pieces !== null) next += 1;
    const label = placeLabel(pieces === null ? line : (now ?? line), hunk.isReplaced);
    lines.push({ label, pieces: pieces ?? [{ text: line.text, change: 'del' }] });
  }
  return [
    ...lines,
    ...added.slice(next).map((line) => ({
      label: placeLabel(line, hunk.isReplaced),
      pieces: [{ text: line.text, change: 'ins' as const }],
    })),
  ];
}

/** Words of a name in front of a value. */
const NAME_WORDS = 6;

/** What a line is about is said in it: "Price: 12 euros". */
const OWN_LABEL = /^\p{L}[^:]{0,40}:\s/u;

/** The label or heading of a line; a value without a nearer one has the line in front of it. */
function labelLineOf({ text, under, outside, behind }: Line, isReplaced: boolean): Line | null {
  const isNamed =
    behind !== null &&
    isReplaced &&
    !/[.!?]$/.test(behind.text) &&
    !OWN_LABEL.test(text) &&
    text.split(' ').length <= VALUE_WORDS &&
    behind.text.split(' ').length <= NAME_WORDS;
  return isNamed ? behind : (under ?? outside);
}

function placeLabel(line: Line, isReplaced: boolean): string {
  const near = labelLineOf(line, isReplaced);
  return near === null ? '' : shownLabel(near);
}

function shownLabel(near: Line): string {
  const label = near.text.replace(/\s*:$/, '');
  return label.length <= MAX_LABEL ? label : `${label.slice(0, MAX_LABEL).replace(CUT, '')}…`;
}

/** A word, or half of a character, that is cut at the end. */
const CUT = /\s+\S*$|[\ud800-\udbff]$/;

function htmlOf(lines: readonly ComparedLine[]): string {
  let last = '';
  return lines
    .map(({ pieces, label }) => {
      const head =
        label !== '' && label !== last ? `<p><strong>${escapeHtml(label)}</strong></p>` : '';
      last = label;
      const inner = pieces.map(({ text, change }) =>
        change === null ? escapeHtml(text) : `<${change}>${escapeHtml(text)}</${change}>`,
      );
      return `${head}<p>${inner.join('')}</p>`;
    })
    .join('');
}

/** The title: the new lines with their labels, or the removed ones where nothing is new. @param left hunks not compared */
function titleOfHunks(hunks: readonly ComparedLine[][], left: number, now: number): string {
  const [news, gone] = [[] as NamedWords[], [] as NamedWords[]];
  for (const lines of hunks) {
    const added = namedWords(lines, 'ins', now);
    news.push(...added);
    if (added.length === 0) gone.push(...namedWords(lines, 'del', now));
  }
  // Prices and words come first, dates and counters behind them.
  news.sort((one, other) => Number(one.isPassing) - Number(other.isPassing));
  let title = '';
  // A name and what belongs to it may both be new.
  let last = [''];
  let more = news.length + gone.length + left;
  for (const named of [...news, ...gone]) {
    const { words, label } = named;
    const verb = named === gone[0] ? 'Removed: ' : '';
    const text = `${verb}${label === '' || last.includes(label) || words.startsWith(`${label}:`) ? '' : `${label}: `}${words}`;
    if (title !== '' && title.length + SEPARATOR.length + text.length > MAX_TITLE) break;
    title += title === '' ? text : SEPARATOR + text;
    last = [label, words];
    more -= 1;
  }
  return more > 0 ? `${title}${SEPARATOR}${more} more` : title;
}

interface NamedWords {
  words: string;
  label: string;
  /** Nothing but a date or a number of a line is new, and no price. */
  isPassing: boolean;
}

/** Words of a date. */
const DATE_WORDS = 6;

function isPassing(pieces: readonly Piece[], words: string, now: number): boolean {
  const { was, is } = changedTokens(pieces);
  const isPart = pieces.length > 1 && was.length > 0 && is.length > 0;
  if (!isPart || MONEY.test(words.toLowerCase())) return false;
  if (!/[\p{L}\p{N}]/u.test(is.join(' ').replace(FREE_NUMBER, ''))) return true;
  return is.length <= DATE_WORDS && findDate(words, { now }) !== null;
}

function namedWords(
  lines: readonly ComparedLine[],
  change: 'ins' | 'del',
  now: number,
): NamedWords[] {
  return lines.flatMap(({ pieces, label }) => {
    const price = change === 'ins' ? changedPrice(pieces) : null;
    const words =
      price ?? changedWords(pieces, change) ?? (change === 'ins' ? shorterText(pieces) : null);
    return words === null ? [] : [{ words, label, isPassing: isPassing(pieces, words, now) }];
  });
}

/** A line of which words were only taken out, as it is now. */
function shorterText(pieces: readonly Piece[]): string | null {
  const left = pieces.filter(({ change }) => change === null).map(({ text }) => text);
  return left.length === 0
    ? null
    : changedWords([{ text: left.join('').trim(), change: 'ins' }], 'ins');
}

const SEPARATOR = ' · ';
