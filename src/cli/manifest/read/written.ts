import * as z from 'zod';
import { describeIssue } from '../../sources/describe-issue.js';
import { invalidFile, type Position, type Problem } from '../../sources/problem.js';
import { keysAt, manifestSchema } from '../../sources/schema.js';
import type { At } from './places.js';

/** An unchecked feed or bundle of a file. */
export interface WrittenEntry {
  kind: 'feed' | 'bundle';
  /** Value in the form of the schema, if it is valid. */
  value: unknown;
  /** Name for people; default: its title or its name. */
  title?: string;
  at: Position;
  /** Finds the positions of its values; without it, they have the position of the entry. */
  place?: At;
  /** Names of the bundles of a feed, if the format lists them there. */
  bundles?: readonly string[];
  /** Problems that only the reader of the format can find. */
  problems?: readonly Problem[];
}

/** A file before its entries are checked. */
export interface WrittenFile {
  entries: readonly WrittenEntry[];
  /** Warnings about how the file was interpreted. */
  notes?: readonly string[];
  /** True if an entry may be repeated, as in several folders. */
  mayRepeat?: boolean;
}

/** Finds the entries in the contents of a file; `at` returns the position of a value. */
export type EntriesOf = (contents: unknown, at: At, file: string) => WrittenFile;

const anything = z.array(z.unknown()).optional();
const rootSchema = manifestSchema.extend({ feeds: anything, bundles: anything });

/**
 * The entries of a YAML or JSON file.
 *
 * @param at finds the position of a value
 * @throws {CliError} INVALID_FILE when the file as a whole is invalid
 */
export function entriesIn(contents: unknown, at: At, file: string): WrittenFile {
  const root = rootSchema.safeParse(contents, { reportInput: true });
  if (!root.success) {
    const issues = root.error.issues.flatMap((issue) =>
      describeIssue(issue, 'the file', (path) => keysAt(rootSchema, path)),
    );
    throw invalidFile(
      file,
      issues.map(({ path, message }) => ({ at: at(path), message })),
    );
  }
  const entries = (['feed', 'bundle'] as const).flatMap((kind) =>
    (root.data[`${kind}s`] ?? []).map((value, index) => {
      const place: At = (path) => at([`${kind}s`, index, ...path]);
      return { kind, value, at: place([]), place };
    }),
  );
  return { entries };
}
