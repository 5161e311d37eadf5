import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** A problem that zod found, and the path of what is to be looked at. */
export interface DescribedIssue {
  path: readonly PropertyKey[];
  /** Without a full stop. */
  message: string;
}

/**
 * What zod found, in words for whoever wrote the file.
 *
 * @param keysAt the keys that are allowed at a path, for "did you mean"
 * @param whole what the empty path stands for
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
  return [{ path: issue.path, message: `${subject(issue.path, whole)} ${requirement(issue)}` }];
}

export function unknownKey(key: string, known: readonly string[]): string {
  const meant = similarName(key, known);
  return meant === undefined
    ? `"${key}" is not known here: there are ${known.join(', ')}`
    : `"${key}" is not known here: perhaps "${meant}"`;
}

/** `title`, or what the list element is. */
function subject(path: readonly PropertyKey[], whole: string): string {
  const last = path.at(-1);
  if (typeof last === 'string') return `"${last}"`;
  if (last === undefined) return whole;
  const list = path.at(-2);
  if (list === 'bundles') return 'a bundle';
  return path.length > 2 ? 'a member' : 'a feed';
}

function requirement(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return requiredType(issue.expected, issue.input);
    case 'too_big':
      return `must be at most ${issue.maximum} ${issue.origin === 'string' ? 'characters' : 'entries'} long`;
    case 'too_small':
      return 'must not be empty';
    default:
      return issue.message;
  }
}

function requiredType(expected: string, input: unknown): string {
  if (input === undefined) return 'is missing';
  if (input === null) return 'has no value: give it one, or leave it out';
  if (expected === 'string') return `must be text: put ${kind(input)} in quotes`;
  if (expected === 'array') return `must be a list, not ${kind(input)}`;
  return expected === 'object' || expected === 'record'
    ? `must be made of keys and values, not ${kind(input)}`
    : `must be ${expected}`;
}

function kind(input: unknown): string {
  if (typeof input === 'number' || typeof input === 'boolean') return `this ${typeof input}`;
  if (typeof input === 'string') return 'text';
  return Array.isArray(input) ? 'a list' : 'this';
}

/** Mistyped names differ by a letter or two from what was meant. */
const MAX_EDITS = 2;

/** The name that was probably meant, or undefined. */
function similarName(typed: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((name) => ({ name, edits: editDistance(typed.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  const best = ranked[0];
  return best !== undefined && best.edits <= MAX_EDITS ? best.name : undefined;
}

/** Whether a text differs from a name by so little, and is long enough for that to mean something. */
export function isSimilar(typed: string, name: string): boolean {
  const [a, b] = [typed.trim().toLowerCase(), name.trim().toLowerCase()];
  return Math.min(a.length, b.length) > MAX_EDITS + 1 && editDistance(a, b) <= MAX_EDITS;
}

/** Letters to insert, leave out or replace (Levenshtein). */
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
