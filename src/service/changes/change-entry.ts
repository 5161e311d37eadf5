import { diffWordsWithSpace } from 'diff';
import type { FollowedChange, SourceEntry } from '../core/source-document.js';
import type { Hunk } from './compare-lines.js';
import { lineHash } from './line-key.js';

/** Changed lines that an item shows; a page that was rewritten has thousands. */
const MAX_LINES = 500;
/** Longer lines are shown as a whole: a comparison of their words takes too long. */
const MAX_COMPARED = 8_000;
const MAX_WORD_EDITS = 400;
/** Steps of comparing words for all lines together; one line takes the square of its edits. */
const MAX_STEPS = 1_000_000;
/** Share of the words that two forms of one line have in common. */
const SAME_LINE = 0.5;
const MAX_TITLE_WORDS = 90;

/** Where and when a change was found. */
interface Found {
  url: string;
  /** Milliseconds. */
  now: number;
}

/** The first item of a feed of changes: the text that is followed. */
export function watchedEntry(lines: readonly string[], { url, now }: Found): SourceEntry {
  return {
    ...entryOf(`watched ${url} ${now}`, { url, now }),
    title: `Following this text from now on: ${counted(lines.length)}`,
    descriptionText: lines.join('\n'),
    descriptionHtml: lines.map((line) => `<p>${escaped(line)}</p>`).join(''),
  };
}

/** The item of a change: its lines in the unified form, and as HTML with `ins` and `del`. */
export function changeEntry(hunks: readonly Hunk[], { url, now }: Found): SourceEntry {
  const added = hunks.reduce((sum, hunk) => sum + hunk.added.length, 0);
  const removed = hunks.reduce((sum, hunk) => sum + hunk.removed.length, 0);
  const shown = cut(hunks, MAX_LINES);
  const left = hunks.length - shown.length;
  const more = left > 0 ? `… and changes in ${left} more ${left === 1 ? 'place' : 'places'}` : '';
  const budget = { left: MAX_STEPS };
  const compared = shown.map((hunk) => comparedHunk(hunk, budget));
  return {
    ...entryOf(`change ${url} ${now} ${unified(shown)}`, { url, now }),
    title: `${sumOf(added, removed)}: ${firstWords(compared)}`,
    descriptionText: [unified(shown), more].filter((part) => part !== '').join('\n'),
    descriptionHtml: [...compared.map(html), more && `<p>${more}</p>`].join(''),
  };
}

/** The item of a change that was undone, in place of what it said; see `Memory.takeBack`. */
export function takenBackEntry({ guid, title }: FollowedChange, found: Found): SourceEntry {
  const text = 'The page went back to what it showed before this change.';
  return {
    ...entryOf('', found),
    guid,
    title: `Taken back: ${title}`,
    descriptionText: text,
    descriptionHtml: `<p>${text}</p>`,
  };
}

function entryOf(identity: string, { url, now }: Found): SourceEntry {
  return {
    guid: `${now}-${lineHash(identity)}`,
    url,
    title: '',
    descriptionText: '',
    descriptionHtml: '',
    thumbnail: null,
    datePublished: now,
    authors: [],
  };
}

function sumOf(added: number, removed: number): string {
  if (added === 0) return `${counted(removed)} removed`;
  return removed === 0 ? `${counted(added)} added` : `${counted(added)} added, ${removed} removed`;
}

function counted(lines: number): string {
  return `${lines} ${lines === 1 ? 'line' : 'lines'}`;
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
      ...hunk,
      removed: hunk.removed.slice(0, most),
      added: hunk.added.slice(0, most),
    }));
}

function unified(hunks: readonly Hunk[]): string {
  return hunks
    .map(({ before, after, removed, added }) =>
      [
        `@@ -${range(before, removed)} +${range(after, added)} @@`,
        ...removed.map((line) => `-${line}`),
        ...added.map((line) => `+${line}`),
      ].join('\n'),
    )
    .join('\n');
}

function range(first: number, { length }: readonly string[]): string {
  return length === 1 ? `${first}` : `${length === 0 ? first - 1 : first},${length}`;
}

/** A piece of a line, and what happened to it. */
interface Piece {
  text: string;
  change: 'ins' | 'del' | null;
}

/** The lines of a hunk in pieces; two forms of one line are one. */
function comparedHunk({ removed, added }: Hunk, budget: { left: number }): Piece[][] {
  const lines: Piece[][] = [];
  let next = 0;
  for (const line of removed) {
    const pieces = sameLine(line, added[next], budget);
    if (pieces !== null) next += 1;
    lines.push(pieces ?? [{ text: line, change: 'del' }]);
  }
  return [...lines, ...added.slice(next).map((text) => [{ text, change: 'ins' } as const])];
}

/** Null unless both are forms of one line. */
function sameLine(
  before: string,
  after: string | undefined,
  budget: { left: number },
): Piece[] | null {
  if (after === undefined || before.length + after.length > MAX_COMPARED) return null;
  const maxEditLength = Math.min(MAX_WORD_EDITS, Math.floor(Math.sqrt(budget.left)));
  const parts = diffWordsWithSpace(before, after, { maxEditLength });
  const edits = parts?.reduce(
    (sum, part) => sum + (part.added || part.removed ? part.count : 0),
    0,
  );
  budget.left -= (edits ?? maxEditLength) ** 2;
  if (parts === undefined) return null;
  const same = parts.reduce((sum, { added, removed, value }) => {
    return added || removed ? sum : sum + value.length;
  }, 0);
  if (same * 2 < SAME_LINE * (before.length + after.length)) return null;
  return parts.map(({ value, added, removed }) => ({
    text: value,
    change: added ? 'ins' : removed ? 'del' : null,
  }));
}

function html(lines: readonly Piece[][]): string {
  return lines
    .map((pieces) => {
      const inner = pieces.map(({ text, change }) =>
        change === null ? escaped(text) : `<${change}>${escaped(text)}</${change}>`,
      );
      return `<p>${inner.join('')}</p>`;
    })
    .join('');
}

function escaped(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}

/** The first words that are new, else the first that are gone, with a few words before them. */
function firstWords(hunks: readonly Piece[][][]): string {
  const lines = hunks.flat();
  const line =
    lines.find((pieces) => hasWords(pieces, 'ins')) ??
    lines.find((pieces) => hasWords(pieces, 'del')) ??
    [];
  const change = hasWords(line, 'ins') ? 'ins' : 'del';
  const shown = line.filter((piece) => piece.change === null || piece.change === change);
  const at = shown.findIndex((piece) => piece.change === change && isWords(piece));
  const textOf = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('');
  const before = textOf(shown.slice(0, Math.max(0, at)));
  const lead = lastWords(before);
  const rest = textOf(shown.slice(Math.max(0, at)));
  const text = `${lead.length < before.length ? '…' : ''}${lead}${rest}`.trimEnd();
  return text.length <= MAX_TITLE_WORDS
    ? text
    : `${text.slice(0, MAX_TITLE_WORDS).replace(/\s+\S*$|[\ud800-\udbff]$/, '')}…`;
}

/** Words before the change in a title, at most so many and so long. */
const LEAD_WORDS = 4;
const MAX_LEAD = 50;

/** The last words of a text; the last one may be the beginning of a longer one, as of a version. */
function lastWords(text: string): string {
  const lead = text
    .split(/(?<=\s)(?=\S)/)
    .slice(-LEAD_WORDS)
    .join('');
  return lead.length <= MAX_LEAD ? lead : '';
}

function hasWords(pieces: readonly Piece[], change: Piece['change']): boolean {
  return pieces.some((piece) => piece.change === change && isWords(piece));
}

function isWords({ text }: Piece): boolean {
  return /\S/.test(text);
}
