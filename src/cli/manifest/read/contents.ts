import { KEYWORD_MODES } from '../../../contract/keyword-mode.js';
import { describeIssue } from '../../sources/describe-issue.js';
import { toBundleEntry, toFeedEntry } from '../../sources/entries.js';
import type { Manifest } from '../../sources/model.js';
import { invalidFile } from '../../sources/problem.js';
import {
  bundleEntrySchema,
  feedEntrySchema,
  manifestSchema,
  type RawManifest,
} from '../../sources/schema.js';
import {
  type At,
  byEntry,
  entriesSchema,
  unusableEntries,
  usableEntries,
} from './usable-entries.js';

export type { At };

/**
 * The manifest that a YAML or JSON file contains.
 *
 * @param at finds the position of a value
 * @throws {CliError} INVALID_FILE when the file as a whole is invalid
 */
export function manifestOf(contents: unknown, at: At, file: string): Manifest {
  const parsed = manifestSchema.safeParse(contents, { reportInput: true });
  if (parsed.success) return toManifest(parsed.data, at);
  const issues = parsed.error.issues.flatMap((issue) => describeIssue(issue, keysAt));
  const wrong = byEntry(issues);
  // The file itself is invalid, so its entries are unknown.
  if (wrong.has('')) {
    throw invalidFile(
      file,
      issues.map(({ path, message }) => ({ at: at(path), message })),
    );
  }
  const entries = entriesSchema.parse(contents);
  const skipped = unusableEntries(entries, wrong, at);
  return { ...usableEntries(entries, wrong, at), notes: [], skipped };
}

function toManifest({ feeds = [], bundles = [] }: RawManifest, at: At): Manifest {
  return {
    feeds: feeds.map((feed, index) => toFeedEntry(feed, at(['feeds', index]))),
    bundles: bundles.map((bundle, index) =>
      toBundleEntry(bundle, {
        at: at(['bundles', index]),
        memberAt: (member) => at(['bundles', index, 'feeds', member]),
      }),
    ),
    notes: [],
    skipped: [],
  };
}

function keysAt(path: readonly PropertyKey[]): readonly string[] {
  const [list] = path;
  if (list === undefined) return ['feeds', 'bundles'];
  if (path.includes('selectors'))
    return Object.keys(feedEntrySchema.shape.selectors.unwrap().shape);
  if (list === 'feeds') return Object.keys(feedEntrySchema.shape);
  return path.length > 2
    ? [...KEYWORD_MODES, 'region', 'url', 'mode']
    : Object.keys(bundleEntrySchema.shape);
}

/** A problem of the file as a whole. */
export function atStart(file: string, message: string) {
  return invalidFile(file, [{ at: { line: 1, column: 1 }, message }]);
}

/** The problem of a key that appears twice in one map: the second would silently win. */
export function repeatedKey(name: string): string {
  return `"${name}" appears twice here`;
}
