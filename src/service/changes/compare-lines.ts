import { diffArrays } from 'diff';
import type { Line } from './lines.js';

/** Lines that replace others at one place of a text. */
export interface Hunk {
  removed: Line[];
  added: Line[];
}

/** All lines that were removed or added. */
export function linesIn(hunks: readonly Hunk[]): Line[] {
  return hunks.flatMap(({ removed, added }) => [...removed, ...added]);
}

/** The hunks without some of their lines. */
export function withoutLines(hunks: readonly Hunk[], left: ReadonlySet<Line>): Hunk[] {
  const isKept = (line: Line) => !left.has(line);
  return hunks
    .map(({ removed, added }) => ({ removed: removed.filter(isKept), added: added.filter(isKept) }))
    .filter((hunk) => linesIn([hunk]).length > 0);
}

/** More changed lines are not aligned: the cost grows with the square of their number. */
const MAX_EDITS = 1_000;

/** A heading of more lines is that of a section, whose text may move. */
const MAX_VALUES = 6;

/**
 * What differs between two texts, without what is no change to a reader: white space, relative times,
 * counts, and lines that only stand elsewhere or break elsewhere. A line that belongs to another label
 * is a change: two states that were exchanged.
 * @param keepMoves lines that stand elsewhere are changes
 */
export function compareLines(
  before: readonly Line[],
  after: readonly Line[],
  { keepMoves = false } = {},
): Hunk[] {
  const [old, now] = [before.filter(hasKey), after.filter(hasKey)];
  const parts = diffArrays(old.map(complete), now.map(complete), { maxEditLength: MAX_EDITS }) ?? [
    { removed: true, added: false, count: old.length },
    { removed: false, added: true, count: now.length },
  ];
  const hunks: Hunk[] = [];
  const at = { old: 0, now: 0 };
  let hunk: Hunk | null = null;
  for (const { removed, added, count } of parts) {
    if (removed || added) {
      if (hunk === null) {
        hunk = { removed: [], added: [] };
        hunks.push(hunk);
      }
      if (removed) hunk.removed.push(...old.slice(at.old, at.old + count));
      else hunk.added.push(...now.slice(at.now, at.now + count));
    } else hunk = null;
    if (!added) at.old += count;
    if (!removed) at.now += count;
  }
  const changed = keepMoves ? hunks : withoutMoves(hunks, fixedLines(old, now));
  return changed.filter((one) => !isSameText(one) || relinkedLines(one).length > 0);
}

function hasKey({ key }: Line): boolean {
  return key !== '';
}

/** A line with its label. */
function labelled({ key, under }: Line): string {
  return `${key}\n${under?.key ?? ''}`;
}

function linked({ key, links }: Line): string {
  return `${key}\n${links}`;
}

function complete(line: Line): string {
  return `${labelled(line)}\n${line.links}`;
}

function keyOf({ key }: Line): string {
  return key;
}

/**
 * Without as many of equal lines as were removed in one place and added in another: below the same
 * label, in one hunk (a label has changed), or of what is bound to no label. A link that leads elsewhere
 * is a change where it stands.
 */
function withoutMoves(hunks: readonly Hunk[], isFixed: (line: Line) => boolean): Hunk[] {
  const left = withoutEqual(hunks, complete).flatMap((hunk) => withoutEqual([hunk], linked));
  const relinked = new Set(left.flatMap(relinkedLines));
  const unlessRelinked = (keyOf: (line: Line) => string | null) => (line: Line) =>
    relinked.has(line) ? null : keyOf(line);
  const sameLabel = withoutEqual(left, unlessRelinked(labelled));
  return withoutEqual(
    sameLabel,
    unlessRelinked((line) => (isFixed(line) ? null : line.key)),
  );
}

/** The lines that stay in their place, and lead elsewhere; a link that only comes or goes is no change. */
function relinkedLines({ removed, added }: Hunk): Line[] {
  const isLinked = ({ links }: Line) => links !== '';
  const before = new Set(removed.filter(isLinked).map(labelled));
  const now = added.filter((line) => isLinked(line) && before.has(labelled(line)));
  const both = new Set(now.map(labelled));
  return [...now, ...removed.filter((line) => isLinked(line) && both.has(labelled(line)))];
}

/** @param keyOf null for a line that stays */
function withoutEqual(hunks: readonly Hunk[], keyOf: (line: Line) => string | null): Hunk[] {
  const added = new Map<string, number>();
  const moved = new Map<string, number>();
  const takes = (line: Line, from: Map<string, number>, to?: Map<string, number>) => {
    const key = keyOf(line);
    const left = key === null ? 0 : (from.get(key) ?? 0);
    if (key === null || left === 0) return false;
    from.set(key, left - 1);
    to?.set(key, (to.get(key) ?? 0) + 1);
    return true;
  };
  for (const line of hunks.flatMap((hunk) => hunk.added)) {
    const key = keyOf(line);
    if (key !== null) added.set(key, (added.get(key) ?? 0) + 1);
  }
  const kept = hunks.map((hunk) => ({
    ...hunk,
    removed: hunk.removed.filter((line) => !takes(line, added, moved)),
  }));
  return kept.map((hunk) => ({
    ...hunk,
    added: hunk.added.filter((line) => !takes(line, moved)),
  }));
}

/** Tells lines below a label that both texts have: a value belongs to its label. */
function fixedLines(old: readonly Line[], now: readonly Line[]): (line: Line) => boolean {
  const keys = [old, now].map((lines) => new Set(lines.map(keyOf)));
  const values = new Map<Line, number>();
  for (const { under } of [...old, ...now]) {
    if (under !== null) values.set(under, (values.get(under) ?? 0) + 1);
  }
  return ({ under }) =>
    under !== null &&
    keys.every((all) => all.has(under.key)) &&
    (values.get(under) ?? 0) <= MAX_VALUES;
}

/** A hunk of which nothing is left, or whose text only breaks into other lines. */
function isSameText({ removed, added }: Hunk): boolean {
  return bare(removed) === bare(added);
}

function bare(lines: readonly Line[]): string {
  return lines.map(keyOf).join('').replaceAll(/[\s|]/g, '');
}
