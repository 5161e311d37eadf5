import { changeAddress } from '../../base/same/across-feeds.js';
import { escapeHtml } from '../../base/text.js';
import { changeLine, firstTextTitle, labelLine, moreLine } from '../core/change-text.js';
import type { SourceEntry } from '../core/source-document.js';
import type { Hunk } from './compare-lines.js';
import { lineHash } from './line-key.js';
import { changedWords, compareWords, type Piece, StepBudget } from './line-words.js';
import type { Line } from './lines.js';
import type { TakenBack } from './memory.js';

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
}

/** The first item of a feed of changes: the text that is followed. @param isCut a longer text */
export function watchedEntry(
  { lines, isCut }: { lines: readonly Line[]; isCut: boolean },
  { url, now }: Found,
): SourceEntry {
  const counted = `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}`;
  const extent = isCut ? `${counted}, the first 256 KB of a longer text` : counted;
  return {
    ...entryOf(`watched ${url} ${now}`, { url, now }),
    title: firstTextTitle(extent),
    descriptionText: lines.map(({ text }) => text).join('\n'),
    descriptionHtml: lines.map(({ text }) => `<p>${escapeHtml(text)}</p>`).join(''),
  };
}

/** The item of a change: its lines in words, and as HTML with `ins` and `del`. */
export function changeEntry(hunks: readonly Hunk[], found: Found): SourceEntry {
  return described(hunks, found, (title) => title);
}

/** The item of a change that was undone. */
export function takenBackEntry({ title, hunks }: TakenBack, found: Found): SourceEntry {
  const isRemoval = hunks.every(({ removed }) => removed.length === 0);
  const quoted = `"${isRemoval ? title.replace(REMOVED, '') : title}"`;
  return described(hunks, found, () => `${isRemoval ? 'Added' : 'Removed'} again: ${quoted}`);
}

const REMOVED = /^Removed: /;

function described(
  hunks: readonly Hunk[],
  found: Found,
  titleOf: (title: string) => string,
): SourceEntry {
  const shown = cut(hunks, MAX_LINES).map(withTargets);
  const left = hunks.length - shown.length;
  const more = left > 0 ? moreLine(left) : '';
  const budget = new StepBudget();
  const compared = shown.map((hunk) => comparedHunk(hunk, budget));
  const text = [textOf(shown), more].filter((part) => part !== '').join('\n');
  return {
    ...entryOf(`change ${found.url} ${found.now} ${text}`, found),
    title: titleOf(titleOfHunks(compared, left)),
    descriptionText: text,
    descriptionHtml: [htmlOf(compared.flat()), more && `<p>${more}</p>`].join(''),
  };
}

function entryOf(identity: string, { url, now }: Found): SourceEntry {
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
function cut(hunks: readonly Hunk[], most: number): Hunk[] {
  let room = most;
  return hunks
    .filter((hunk, at) => {
      const isShown = at === 0 || room > 0;
      room -= hunk.added.length + hunk.removed.length;
      return isShown;
    })
    .map((hunk) => ({
      removed: hunk.removed.slice(0, most),
      added: hunk.added.slice(0, most),
    }));
}

/** A line of which nothing but a link has changed says where that leads now. */
function withTargets({ removed, added }: Hunk): Hunk {
  const keys = new Set(removed.map(({ key }) => key));
  const shown = added.map((line) => {
    if (line.targets === '' || !keys.has(line.key)) return line;
    return { ...line, text: `${line.text} (${line.targets})` };
  });
  return { removed, added: shown };
}

/** The lines that were removed and added, each group of them below what it belongs to. */
function textOf(hunks: readonly Hunk[]): string {
  const lines: string[] = [];
  let last = '';
  for (const { removed, added } of hunks) {
    for (const [kind, changed] of [
      ['Removed', removed],
      ['Added', added],
    ] as const) {
      for (const line of changed) {
        const label = labelOf(line);
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
function comparedHunk({ removed, added }: Hunk, budget: StepBudget): ComparedLine[] {
  const lines: ComparedLine[] = [];
  let next = 0;
  for (const line of removed) {
    const now = added[next];
    const pieces = now === undefined ? null : compareWords(line.text, now.text, budget);
    if (pieces !== null) next += 1;
    const label = labelOf(pieces === null ? line : (now ?? line));
    lines.push({ label, pieces: pieces ?? [{ text: line.text, change: 'del' }] });
  }
  return [
    ...lines,
    ...added.slice(next).map((line) => ({
      label: labelOf(line),
      pieces: [{ text: line.text, change: 'ins' as const }],
    })),
  ];
}

function labelOf({ under }: Line): string {
  if (under === null) return '';
  const label = under.text.replace(/\s*:$/, '');
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

/** What is new, each with its label, and what was only removed. @param left hunks not compared */
function titleOfHunks(hunks: readonly ComparedLine[][], left: number): string {
  const [news, gone] = [[] as NamedWords[], [] as NamedWords[]];
  for (const lines of hunks) {
    const added = namedWords(lines, 'ins');
    news.push(...added);
    if (added.length === 0) gone.push(...namedWords(lines, 'del'));
  }
  let title = '';
  // A name and what belongs to it may both be new.
  let last = [''];
  let more = news.length + gone.length + left;
  for (const named of [...news, ...gone]) {
    const { words, label } = named;
    const verb = named === gone[0] ? 'Removed: ' : '';
    const text = `${verb}${label === '' || last.includes(label) ? '' : `${label}: `}${words}`;
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
}

function namedWords(lines: readonly ComparedLine[], change: 'ins' | 'del'): NamedWords[] {
  return lines.flatMap(({ pieces, label }) => {
    const words = changedWords(pieces, change);
    return words === null ? [] : [{ words, label }];
  });
}

const SEPARATOR = ' · ';
