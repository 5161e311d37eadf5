import type { z } from 'zod';
import { requirementOf } from '../../contract/requirement.js';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** A problem that zod found, with the path of the value. */
interface DescribedIssue {
  path: Path;
  /** Message without a full stop. */
  message: string;
}

/**
 * Describes a zod issue for the author of the file.
 *
 * @param whole name of the value at the empty path
 * @param keysAt the keys allowed at a path, for suggestions
 */
export function describeIssue(
  issue: Issue,
  whole: string,
  keysAt: (path: Path) => readonly string[],
): DescribedIssue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      message: unknownKey(key, keysAt(issue.path)),
    }));
  }
  const name = issue.path.filter((key) => typeof key === 'string').join('.');
  const subject = name === '' ? whole : `"${name}"`;
  return [{ path: issue.path, message: `${subject} ${requirementOf(issue, typeMismatch)}` }];
}

/** Maximum number of names in a message; longer lists are in the help. */
const MAX_LISTED = 6;

/** Names of keys in other programs and of flags, by their names in account files. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  bundles: ['bundle', 'group', 'groups', 'folder', 'folders', 'category', 'categories', 'tags'],
  title: ['name', 'text', 'label'],
  interval: ['every', 'frequency', 'schedule', 'refresh'],
  keyword: ['search', 'query', 'words'],
  customAuthor: ['author'],
};

/** The name that has this name elsewhere, or undefined. */
export function nameElsewhere(typed: string, names: readonly string[]): string | undefined {
  return names.find((name) => OTHER_NAMES[name]?.includes(typed.toLowerCase()));
}

function unknownKey(key: string, known: readonly string[]): string {
  const meant = nameElsewhere(key, known) ?? similarName(key, known);
  if (meant !== undefined) return `"${key}" is not a known key: did you mean "${meant}"`;
  return known.length > MAX_LISTED
    ? `"${key}" is not a known key; all keys: feedctl help import`
    : `"${key}" is not a known key: use one of ${known.join(', ')}`;
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

/** The name that was probably meant, or undefined. */
export function similarName(typed: string, names: readonly string[]): string | undefined {
  const edits = (name: string) => editDistance(typed.toLowerCase(), name.toLowerCase());
  const [best] = names.toSorted((a, b) => edits(a) - edits(b));
  return best !== undefined && edits(best) <= MAX_EDITS ? best : undefined;
}

/** True if a text is similar to a name, and long enough for that to be meaningful. */
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
