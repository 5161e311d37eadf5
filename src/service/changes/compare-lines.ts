import { diffArrays } from 'diff';
import { keyOf } from './line-key.js';

/** Lines that replace others at one place of a text. */
export interface Hunk {
  /** Numbers of its first lines before and after, from 1. */
  before: number;
  after: number;
  removed: string[];
  added: string[];
}

/** More changed lines are not aligned: the cost grows with the square of their number. */
const MAX_EDITS = 1_000;

/**
 * What differs between two texts, without what is no change to a reader: white space, relative times,
 * counts, and lines that only stand elsewhere or break elsewhere.
 */
export function compareLines(before: readonly string[], after: readonly string[]): Hunk[] {
  const [old, now] = [keyed(before), keyed(after)];
  const keys = [old, now].map((lines) => lines.map(({ key }) => key)) as [string[], string[]];
  const parts = diffArrays(...keys, { maxEditLength: MAX_EDITS }) ?? [
    { removed: true, added: false, count: old.length },
    { removed: false, added: true, count: now.length },
  ];
  const hunks: KeyedHunk[] = [];
  const at = { old: 0, now: 0 };
  let hunk: KeyedHunk | null = null;
  for (const { removed, added, count } of parts) {
    if (removed || added) {
      if (hunk === null) {
        hunk = { ...at, removed: [], added: [] };
        hunks.push(hunk);
      }
      if (removed) hunk.removed.push(...old.slice(at.old, at.old + count));
      else hunk.added.push(...now.slice(at.now, at.now + count));
    } else hunk = null;
    if (!added) at.old += count;
    if (!removed) at.now += count;
  }
  return withoutMoves(hunks)
    .filter((one) => !isSameText(one))
    .map((one) => ({
      before: (old[one.old]?.number ?? before.length) + 1,
      after: (now[one.now]?.number ?? after.length) + 1,
      removed: one.removed.map(({ line }) => line),
      added: one.added.map(({ line }) => line),
    }));
}

interface KeyedLine {
  line: string;
  key: string;
  /** From 0. */
  number: number;
}

interface KeyedHunk {
  old: number;
  now: number;
  removed: KeyedLine[];
  added: KeyedLine[];
}

function keyed(lines: readonly string[]): KeyedLine[] {
  return lines
    .map((line, number) => ({ line, key: keyOf(line), number }))
    .filter(({ key }) => key !== '');
}

/** Without as many of equal lines as were removed in one place and added in another. */
function withoutMoves(hunks: readonly KeyedHunk[]): KeyedHunk[] {
  const added = counted(hunks.flatMap((hunk) => hunk.added));
  const moved = new Map<string, number>();
  const takenFrom = (line: KeyedLine, from: Map<string, number>) => {
    const left = from.get(line.key) ?? 0;
    if (left > 0) from.set(line.key, left - 1);
    return left > 0;
  };
  const kept = hunks.map((hunk) => ({
    ...hunk,
    removed: hunk.removed.filter((line) => {
      if (!takenFrom(line, added)) return true;
      moved.set(line.key, (moved.get(line.key) ?? 0) + 1);
      return false;
    }),
  }));
  return kept.map((hunk) => ({
    ...hunk,
    added: hunk.added.filter((line) => !takenFrom(line, moved)),
  }));
}

function counted(lines: readonly KeyedLine[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of lines) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** A hunk of which nothing is left, or whose text only breaks into other lines. */
function isSameText({ removed, added }: KeyedHunk): boolean {
  return bare(removed) === bare(added);
}

function bare(lines: readonly KeyedLine[]): string {
  return lines
    .map(({ key }) => key)
    .join('')
    .replaceAll(/[\s|]/g, '');
}
