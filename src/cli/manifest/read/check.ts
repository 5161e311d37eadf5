import type { Manifest, SourceSpec } from '../model.js';
import { invalidFile, type Problem } from '../problem.js';
import { sourceId, sourceName } from '../source-spec.js';

/**
 * What no single entry shows: a source or a bundle that stands twice, and members that are none of
 * the feeds.
 *
 * @throws {CliError} INVALID_FILE
 */
export function checkManifest(manifest: Manifest, file: string): Manifest {
  const problems = [
    ...repeatedFeeds(manifest),
    ...repeatedBundles(manifest),
    ...strayMembers(manifest),
  ];
  if (problems.length > 0) throw invalidFile(file, problems);
  return manifest;
}

const exact = (source: SourceSpec) => sourceId(source, { tellsModes: true });

function repeatedFeeds({ feeds }: Manifest): Problem[] {
  return repeated(
    feeds,
    ({ source }) => exact(source),
    ({ source }) => sourceName(source),
  );
}

function repeatedBundles({ bundles }: Manifest): Problem[] {
  return repeated(
    bundles,
    ({ name }) => name,
    ({ name }) => `the bundle "${name}"`,
  );
}

function strayMembers({ feeds, bundles }: Manifest): Problem[] {
  const known = new Set(feeds.map(({ source }) => exact(source)));
  return bundles.flatMap(({ name, feeds: members = [] }) => [
    ...members
      .filter(({ source }) => !known.has(exact(source)))
      .map(({ source, at }) => ({
        at,
        message: `${sourceName(source)} is in the bundle "${name}" but not among the feeds of this file`,
      })),
    ...repeated(
      members,
      ({ source }) => exact(source),
      ({ source }) => `${sourceName(source)} in "${name}"`,
    ),
  ]);
}

function repeated<T extends { at: { line: number; column: number } }>(
  entries: readonly T[],
  keyOf: (entry: T) => string,
  nameOf: (entry: T) => string,
): Problem[] {
  const first = new Map<string, T>();
  return entries.flatMap((entry) => {
    const before = first.get(keyOf(entry));
    if (before === undefined) {
      first.set(keyOf(entry), entry);
      return [];
    }
    return [{ at: entry.at, message: `${nameOf(entry)} stands already in line ${before.at.line}` }];
  });
}
