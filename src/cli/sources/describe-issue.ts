import type { z } from 'zod';
import { requirementOf } from '../../contract/requirement.js';

type Issue = z.core.$ZodIssue;

/** A problem that zod found, with the path of the value. */
export interface DescribedIssue {
  path: readonly PropertyKey[];
  /** Without a full stop. */
  message: string;
}

/**
 * Describes a zod issue for the author of the file.
 *
 * @param keysAt the keys allowed at a path, for suggestions
 * @param whole name of the value at the empty path
 */
export function describeIssue(
  issue: Issue,
  keysAt: (path: readonly PropertyKey[]) => readonly string[],
  whole = 'the file',
): DescribedIssue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      message: unknownKey(key, keysAt(issue.path)),
    }));
  }
  return [
    {
      path: issue.path,
      message: `${subject(issue.path, whole)} ${requirementOf(issue, typeMismatch)}`,
    },
  ];
}

export function unknownKey(key: string, known: readonly string[]): string {
  const meant = similarName(key, known);
  return meant === undefined
    ? `"${key}" is not a known key: use one of ${known.join(', ')}`
    : `"${key}" is not a known key: did you mean "${meant}"`;
}

/** `"title"`, or the kind of list element. */
function subject(path: readonly PropertyKey[], whole: string): string {
  const last = path.at(-1);
  if (typeof last === 'string') return `"${last}"`;
  if (last === undefined) return whole;
  const list = path.at(-2);
  if (list === 'bundles') return 'a bundle';
  return path.length > 2 ? 'a member' : 'a feed';
}

function typeMismatch({ expected, input }: z.core.$ZodIssueInvalidType): string {
  if (input === undefined) return 'is missing';
  if (input === null) return 'has no value: set one or remove the key';
  if (expected === 'string') return `must be text: put ${kind(input)} in quotes`;
  if (expected === 'array') return `must be a list, not ${kind(input)}`;
  return expected === 'object' || expected === 'record'
    ? `must be a map of keys and values, not ${kind(input)}`
    : `must be ${expected}`;
}

function kind(input: unknown): string {
  if (typeof input === 'number' || typeof input === 'boolean') return `this ${typeof input}`;
  if (typeof input === 'string') return 'text';
  return Array.isArray(input) ? 'a list' : 'this';
}

/** Maximum number of different letters in a mistyped name. */
const MAX_EDITS = 2;

/** The name that was probably intended, or undefined. */
function similarName(typed: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((name) => ({ name, edits: editDistance(typed.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  const best = ranked[0];
  return best !== undefined && best.edits <= MAX_EDITS ? best.name : undefined;
}

/** Whether a text is similar to a name, and long enough for that to be meaningful. */
export function isSimilar(typed: string, name: string): boolean {
  const [a, b] = [typed.trim().toLowerCase(), name.trim().toLowerCase()];
  return Math.min(a.length, b.length) > MAX_EDITS + 1 && editDistance(a, b) <= MAX_EDITS;
}

/** Number of letters to insert, delete or replace (Levenshtein distance). */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MAX_EDITS) return MAX_EDITS + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (b[column - 1] === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
