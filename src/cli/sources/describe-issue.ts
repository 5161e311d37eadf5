import type { z } from 'zod';
import { similarName } from './similar.js';

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
