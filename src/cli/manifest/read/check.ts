import type {
  BundleEntry,
  FeedEntry,
  Manifest,
  MemberEntry,
  SourceSpec,
  UnusableEntry,
} from '../../sources/model.js';
import { sourceId, sourceName } from '../../sources/source-spec.js';
import { webAddress } from '../../sources/web-address.js';

/**
 * Removes contradictions between entries: duplicate sources or bundles, and members that are not
 * feeds of the file. The first of several duplicates is kept.
 */
export function withoutContradictions(manifest: Manifest): Manifest {
  const exact = exactIds();
  const skipped = [...manifest.skipped];
  const feeds = firstOfEach(
    manifest.feeds,
    ({ source }) => exact(source),
    (feed, line) => skipped.push(repeatedFeed(feed, line)),
  );
  const named = firstOfEach(
    manifest.bundles,
    ({ name }) => name,
    (bundle, line) => skipped.push(repeatedBundle(bundle, line)),
  );
  const known = new Set(feeds.map(({ source }) => exact(source)));
  // Members of a skipped feed are not separate problems.
  const unusable = new Set(manifest.skipped.map(({ value }) => exact({ url: webAddress(value) })));
  const bundles = named.map((bundle) => {
    if (bundle.feeds === undefined) return bundle;
    const members = bundle.feeds.filter((member) => {
      if (known.has(exact(member.source))) return true;
      if (!unusable.has(exact(member.source))) skipped.push(strayMember(member, bundle));
      return false;
    });
    return {
      ...bundle,
      feeds: firstOfEach(
        members,
        ({ source }) => exact(source),
        (member, line) => skipped.push(repeatedMember(member, bundle, line)),
      ),
    };
  });
  return { ...manifest, feeds, bundles, skipped };
}

/** Identities of sources. Each is made once: a feed is compared as itself and as a member. */
function exactIds(): (source: SourceSpec) => string {
  const known = new Map<SourceSpec, string>();
  return (source) => {
    const id = known.get(source) ?? sourceId(source, { tellsModes: true });
    known.set(source, id);
    return id;
  };
}

/** @param onRepeated called with each duplicate and the line of the first */
function firstOfEach<T extends { at: { line: number } }>(
  entries: readonly T[],
  keyOf: (entry: T) => string,
  onRepeated: (entry: T, line: number) => void,
): T[] {
  const first = new Map<string, T>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const before = first.get(key);
    if (before === undefined) first.set(key, entry);
    else onRepeated(entry, before.at.line);
  }
  return [...first.values()];
}

function repeatedFeed({ source, title = '', at }: FeedEntry, line: number): UnusableEntry {
  const value = sourceName(source);
  return { kind: 'feed', title, value, problems: [{ at, message: repeated(value, line) }] };
}

function repeatedBundle({ name, at }: BundleEntry, line: number): UnusableEntry {
  const problems = [{ at, message: repeated(`the bundle "${name}"`, line) }];
  return { kind: 'bundle', title: name, value: '', problems };
}

function repeatedMember(
  { source, at }: MemberEntry,
  { name }: BundleEntry,
  line: number,
): UnusableEntry {
  const value = sourceName(source);
  const problems = [{ at, message: repeated(`${value} in "${name}"`, line) }];
  return { kind: 'member', title: name, value, problems };
}

function strayMember({ source, at }: MemberEntry, { name }: BundleEntry): UnusableEntry {
  const value = sourceName(source);
  const message = `${value} is in the bundle "${name}" but not among the feeds of this file`;
  return { kind: 'member', title: name, value, problems: [{ at, message }] };
}

function repeated(what: string, line: number): string {
  return `${what} is already in line ${line}`;
}
