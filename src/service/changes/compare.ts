import { diffArrays } from 'diff';
import { type Line, labelled } from './lines.js';

/** Lines that replace others at one place in a text. */
export interface Hunk {
  removed: Line[];
  added: Line[];
}

/** Lines that both texts have, in the new form, or a place where they differ. */
export type Part = { stayed: Line[] } | Hunk;

export interface Comparison {
  /** Both texts completely, in order. */
  parts: Part[];
  /**
   * Lines that only moved, are wrapped differently, or have another label, which a reader does not
   * see as a change.
   */
  quiet: ReadonlySet<Line>;
  /** Unchanged lines whose links lead elsewhere. */
  relinked: Line[];
}

/**
 * Maximum number of changed lines that are aligned: the cost grows with the square of their number.
 */
const MAX_EDITS = 1_000;

/** Maximum length of a value; longer lines are text, whose order is ignored. */
const MAX_VALUE = 40;
export const VALUE_WORDS = 3;
/** Maximum number of lines of a value that was replaced by another. */
const MAX_VALUES = 3;

/**
 * Compares two texts by lines, ignoring white space, relative times and counts (see `comparable`).
 * @param keepMoves moved lines are changes
 */
export function compareLines(
  before: readonly Line[],
  after: readonly Line[],
  { keepMoves = false } = {},
): Comparison {
  const [old, now] = [before.filter(hasKey), after.filter(hasKey)];
  const parts: Part[] = [];
  const relinked: [Line, Line][] = [];
  const at = { old: 0, now: 0 };
  for (const { removed, added, count } of diff(old, now)) {
    const [gone, came] = [
      added ? [] : old.slice(at.old, at.old + count),
      removed ? [] : now.slice(at.now, at.now + count),
    ];
    at.old += gone.length;
    at.now += came.length;
    const last = parts.at(-1);
    if (!removed && !added) {
      parts.push({ stayed: came });
      came.forEach((line, n) => {
        const before = gone[n];
        if (before !== undefined && leadsElsewhere(before, line)) relinked.push([before, line]);
      });
    } else if (last === undefined || 'stayed' in last) parts.push({ removed: gone, added: came });
    else {
      last.removed.push(...gone);
      last.added.push(...came);
    }
  }
  const hunks = hunksOf(parts);
  const quiet = new Set<Line>();
  for (const hunk of hunks) {
    // Only the label of these lines was renamed.
    cancel([hunk], quiet);
    if (bare(hunk.removed, quiet) === bare(hunk.added, quiet)) {
      for (const line of [...hunk.removed, ...hunk.added]) quiet.add(line);
    }
  }
  if (!keepMoves) {
    const isSame = sameAfterMove(old, now);
    cancel(
      hunks.filter((hunk) => !isExchanged(hunk, quiet)),
      quiet,
      isSame,
    );
  }
  return { parts, quiet, relinked: relinkedLines(old, now, relinked) };
}

/**
 * Identifies values that are the same line only in the same place: after the line before them, if
 * names and values alternate, or below a name that both texts have.
 */
function sameAfterMove(
  old: readonly Line[],
  now: readonly Line[],
): (before: Line, after: Line) => boolean {
  const [had, has] = [old, now].map((lines) => new Set(lines.map(({ key }) => key)));
  const before = new Map(
    [old, now].flatMap((all) => all.map((line, at) => [line, all[at - 1]?.key])),
  );
  return (one, other) => {
    if (other.key.length > MAX_VALUE) return true;
    if (other.behind !== null && other.key.split(' ').length <= VALUE_WORDS) {
      return before.get(one) === before.get(other);
    }
    const name = other.under?.key ?? '';
    return !(other.isNamed && had?.has(name) && has?.has(name));
  };
}

/**
 * Lines whose links lead elsewhere. An address that the page had elsewhere, or still has, belongs
 * to lines that were reordered.
 */
function relinkedLines(
  old: readonly Line[],
  now: readonly Line[],
  pairs: readonly [before: Line, now: Line][],
): Line[] {
  const [had, has] = [old, now].map((lines) => new Set(lines.map(({ links }) => links)));
  return pairs
    .filter(([before, line]) => !has?.has(before.links) && !had?.has(line.links))
    .map(([, line]) => line);
}

function diff(old: readonly Line[], now: readonly Line[]) {
  return (
    diffArrays(old.map(labelled), now.map(labelled), { maxEditLength: MAX_EDITS }) ?? [
      { removed: true, added: false, count: old.length },
      { removed: false, added: true, count: now.length },
    ]
  );
}

export function hunksOf(parts: readonly Part[]): Hunk[] {
  return parts.filter((part) => 'removed' in part);
}

/** All lines that were removed or added. */
export function linesOfHunks(hunks: readonly Hunk[]): Line[] {
  return hunks.flatMap(({ removed, added }) => [...removed, ...added]);
}

/** The hunks with only some of their lines. */
export function onlyLines(hunks: readonly Hunk[], isKept: (line: Line) => boolean): Hunk[] {
  return hunks
    .map(({ removed, added }) => ({ removed: removed.filter(isKept), added: added.filter(isKept) }))
    .filter((hunk) => linesOfHunks([hunk]).length > 0);
}

function hasKey({ key }: Line): boolean {
  return key !== '';
}

/** True if a link has another address; a link that is added or removed does not count. */
function leadsElsewhere(before: Line, { links }: Line): boolean {
  return links !== '' && before.links !== '' && before.links !== links;
}

/** Marks equal lines that were removed in one place and added in another as unchanged. */
function cancel(
  hunks: readonly Hunk[],
  quiet: Set<Line>,
  isSame: (before: Line, after: Line) => boolean = () => true,
): void {
  const added = new Map<string, Line[]>();
  for (const line of hunks.flatMap((hunk) => hunk.added)) {
    if (quiet.has(line)) continue;
    const known = added.get(line.key);
    if (known === undefined) added.set(line.key, [line]);
    else known.push(line);
  }
  for (const line of hunks.flatMap((hunk) => hunk.removed)) {
    if (quiet.has(line)) continue;
    const same = added.get(line.key)?.[0];
    if (same === undefined || !isSame(line, same)) continue;
    added.get(line.key)?.shift();
    quiet.add(line).add(same);
  }
}

/** True if a value replaces another one: two exchanged values are not moved lines. */
function isExchanged({ removed, added }: Hunk, quiet: ReadonlySet<Line>): boolean {
  const [gone = [], came = []] = [removed, added].map((all) =>
    all.filter((one) => !quiet.has(one)),
  );
  const isValue = ({ key }: Line) => key.length <= MAX_VALUE;
  return (
    gone.length === came.length && gone.length <= MAX_VALUES && [...gone, ...came].every(isValue)
  );
}

function bare(lines: readonly Line[], quiet: ReadonlySet<Line>): string {
  const keys = lines.filter((line) => !quiet.has(line)).map(({ key }) => key);
  return keys.join('').replaceAll(/[\s|]/g, '');
}
