import { slugKey } from '../../../contract/slug.js';
import type { SiteModule, SiteRequest } from '../../connection/site-service.js';
import { shellCommand, UsageError } from '../../kit/index.js';
import type { Manifest } from '../../sources/model.js';
import type { Position } from '../../sources/problem.js';
import { invalidFile, type Problem } from '../../sources/problem.js';

interface Slugged {
  slug?: string | undefined;
  at: Position;
}

/**
 * Rejects slugs that appear twice in the file.
 * @throws {CliError} INVALID_FILE with the position of each
 */
export function refuseEqualSlugs({ feeds, bundles }: Manifest, file: string): void {
  const first = new Map<string, number>();
  const problems: Problem[] = [];
  for (const { slug, at } of slugsInOrder([...feeds, ...bundles])) {
    if (slug === undefined) continue;
    const line = first.get(slugKey(slug));
    if (line === undefined) first.set(slugKey(slug), at.line);
    else {
      const message = `the slug "${slug}" is already in line ${line}; each feed and bundle needs its own`;
      problems.push({ at, message });
    }
  }
  if (problems.length > 0) throw invalidFile(file, problems);
}

function slugsInOrder(entries: readonly Slugged[]): Slugged[] {
  return entries.toSorted((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
}

/**
 * Rejects slugs that belonged to another feed or bundle.
 * @param again the command that declares a feed as moved
 * @throws {CliError} INVALID_FILE with the position of each
 */
export function refuseForeignSlugs(
  { feeds, bundles }: Manifest,
  request: SiteRequest,
  { knownSlugs, foreignSlugs }: Pick<SiteModule, 'knownSlugs' | 'foreignSlugs'>,
  { file, again }: { file: string; again: readonly string[] },
): void {
  const wanted = [...request.feeds, ...request.bundles];
  const named = wanted.map(({ key, slug: chosen }) => ({ key, chosen }));
  const known = knownSlugs(request.marker, request.state);
  const foreign = new Set(foreignSlugs(named, known, request.moved));
  const [slug] = foreign;
  if (slug === undefined) return;
  const problems = [...feeds, ...bundles].flatMap((entry) =>
    entry.slug !== undefined && foreign.has(entry.slug)
      ? [{ at: entry.at, message: `the slug "${entry.slug}" belonged to another feed or bundle` }]
      : [],
  );
  throw invalidFile(
    file,
    problems,
    `Its readers would get foreign items. Choose another slug; or, if it is the same feed at a new address: ${shellCommand([...again, '--moved', slug])}`,
  );
}

/** @throws {UsageError} for a slug that is not in the file */
export function checkMoved(moved: readonly string[], { feeds }: Manifest, file: string): void {
  const slugs = new Set(feeds.map(({ slug }) => slugKey(slug ?? '')));
  const unknown = moved.find((slug) => !slugs.has(slugKey(slug)));
  if (unknown === undefined) return;
  throw new UsageError(`No feed of ${file} has the slug "${unknown}", which --moved names.`);
}
