import stringWidth from 'string-width';
import type { Column } from './view.js';

/** Space between two columns. */
export const GAP = 2;
/** Minimum widths of text and address columns. */
const MIN_TEXT = 20;
const MIN_URL = 28;
/** Readable widths: all columns are narrowed to them before any is narrowed further. */
const READABLE_TEXT = 40;
const READABLE_URL = 48;

/** A column and its width. */
interface FittedColumn {
  column: Column;
  index: number;
  width: number;
}

/**
 * Chooses columns and widths for a terminal. Where space is short, columns without a value in any
 * row go first. Then addresses and texts are cut; then columns that do not fit are dropped, highest
 * rank first. Ids, times and states are never cut.
 * @param headings none for a table without headings
 */
export function fitColumns(
  columns: readonly Column[],
  headings: readonly string[],
  cells: readonly (readonly string[])[],
  terminalWidth: number,
): FittedColumn[] {
  const natural = columns.map((column, index) => ({
    column,
    index,
    width: cells.reduce(
      (widest, row) => Math.max(widest, stringWidth(row[index] ?? '')),
      stringWidth(headings[index] ?? ''),
    ),
  }));
  for (const each of natural) {
    if (mayBeCut(each)) each.width = Math.min(each.width, terminalWidth);
  }
  const isShort = GAP * (natural.length - 1) + totalWidth(natural) > terminalWidth;
  const filled = natural.filter(({ index }) => cells.some((row) => (row[index] ?? '') !== ''));
  const fitted = whatFits(isShort && filled.length > 0 ? filled : natural, terminalWidth);
  squeeze(fitted, terminalWidth);
  return fitted;
}

/** The text cut to a terminal width, with an ellipsis at the end. */
export function cutToWidth(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  return `${beginning(graphemes(text), width - 1).trimEnd()}…`;
}

/** The text cut to a width with the ellipsis in the middle, because both ends identify an address. */
export function cutMiddle(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  const tail = Math.floor((width - 1) / 3);
  // Only the end of the text is split: more code units than that many graphemes can have.
  const last = [...graphemes(text.slice(-16 * (tail + 1)))].toReversed();
  const end = within(last, tail).toReversed().join('');
  return `${beginning(graphemes(text), width - 1 - tail)}…${end}`;
}

function* graphemes(text: string): Generator<string> {
  for (const { segment } of new Intl.Segmenter().segment(text)) yield segment;
}

function beginning(parts: Iterable<string>, width: number): string {
  return within(parts, width).join('');
}

/** The first graphemes that fit into the width. */
function within(parts: Iterable<string>, width: number): string[] {
  const kept: string[] = [];
  let room = width;
  for (const part of parts) {
    room -= stringWidth(part);
    if (room < 0) break;
    kept.push(part);
  }
  return kept;
}

/** The columns that fit at their minimum width, in order; always includes the first rank. */
function whatFits(natural: readonly FittedColumn[], terminalWidth: number): FittedColumn[] {
  let room = terminalWidth + GAP;
  const kept = new Set<FittedColumn>();
  for (const each of [...natural].sort((a, b) => rank(a) - rank(b))) {
    const needed = GAP + Math.min(each.width, floor(each, MIN_TEXT, MIN_URL));
    if (kept.size > 0 && needed > room) continue;
    kept.add(each);
    room -= needed;
  }
  return natural.filter((each) => kept.has(each)).map((each) => ({ ...each }));
}

/** Narrows addresses, then texts, to readable widths; then both to their minimum. */
function squeeze(fitted: readonly FittedColumn[], terminalWidth: number): void {
  const gaps = GAP * (fitted.length - 1);
  let excess = totalWidth(fitted) + gaps - terminalWidth;
  const narrow = (narrowed: 'text' | 'url', text: number, url: number) => {
    while (excess > 0) {
      const widest = fitted
        .filter((each) => kind(each) === narrowed && each.width > floor(each, text, url))
        .reduce<FittedColumn | undefined>((a, b) => (a && a.width >= b.width ? a : b), undefined);
      if (widest === undefined) return;
      widest.width -= 1;
      excess -= 1;
    }
  };
  narrow('url', READABLE_TEXT, READABLE_URL);
  narrow('text', READABLE_TEXT, READABLE_URL);
  narrow('url', READABLE_TEXT, MIN_URL);
  narrow('text', MIN_TEXT, MIN_URL);
}

function totalWidth(fitted: readonly FittedColumn[]): number {
  return fitted.reduce((sum, { width }) => sum + width, 0);
}

/** Minimum width of a column. */
function floor(fitted: FittedColumn, text: number, url: number): number {
  const floors = { text, url, whole: Number.POSITIVE_INFINITY };
  return floors[kind(fitted)];
}

function mayBeCut(fitted: FittedColumn): boolean {
  return kind(fitted) !== 'whole';
}

/** How a column may be cut. */
function kind({ column: { kind = 'text', whole } }: FittedColumn): 'text' | 'url' | 'whole' {
  return !whole && (kind === 'text' || kind === 'url') ? kind : 'whole';
}

function rank({ column, index }: FittedColumn): number {
  return column.rank ?? index + 1;
}
