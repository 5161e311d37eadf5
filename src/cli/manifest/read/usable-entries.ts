import * as z from 'zod';
import type { DescribedIssue } from '../../sources/describe-issue.js';
import { sourceText, toBundleEntry, toFeedEntry } from '../../sources/entries.js';
import type { Manifest, UnusableEntry } from '../../sources/model.js';
import type { Position } from '../../sources/problem.js';
import { bundleEntrySchema, feedEntrySchema } from '../../sources/schema.js';

/** The entries of a file before validation. */
export const entriesSchema = z.object({
  feeds: z.array(z.unknown()).default([]),
  bundles: z.array(z.unknown()).default([]),
});

type Entries = z.infer<typeof entriesSchema>;

/** Finds the position of a value. */
export type At = (path: readonly PropertyKey[]) => Position;

/** Problems by entry. */
type Wrong = ReadonlyMap<string, readonly DescribedIssue[]>;

const withMembers = z.looseObject({ feeds: z.array(z.unknown()) });

/** Groups problems by entry; problems outside of entries have the empty key. */
export function byEntry(issues: readonly DescribedIssue[]): Wrong {
  const groups = new Map<string, DescribedIssue[]>();
  for (const issue of issues) {
    const key = entryKey(issue.path);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [issue]);
    else group.push(issue);
  }
  return groups;
}

/** The feed, bundle or member that a path is in; empty for other paths. */
function entryKey([list, index, field, member]: readonly PropertyKey[]): string {
  if ((list !== 'feeds' && list !== 'bundles') || index === undefined) return '';
  const isMember = list === 'bundles' && field === 'feeds' && member !== undefined;
  return [list, index, ...(isMember ? [field, member] : [])].join('/');
}

/** The valid entries. */
export function usableEntries(
  { feeds, bundles }: Entries,
  wrong: Wrong,
  at: At,
): Pick<Manifest, 'feeds' | 'bundles'> {
  const isUsable = (...path: PropertyKey[]) => !wrong.has(entryKey(path));
  return {
    feeds: feeds.flatMap((raw, index) =>
      isUsable('feeds', index)
        ? [toFeedEntry(feedEntrySchema.parse(raw), at(['feeds', index]))]
        : [],
    ),
    bundles: bundles.flatMap((raw, index) => {
      if (!isUsable('bundles', index)) return [];
      const members = membersOf(raw)
        .map((member, position) => ({ member, path: ['bundles', index, 'feeds', position] }))
        .filter(({ path }) => isUsable(...path));
      const parsed = bundleEntrySchema.parse(
        withMembers.safeParse(raw).success
          ? { ...withMembers.parse(raw), feeds: members.map(({ member }) => member) }
          : raw,
      );
      return [
        toBundleEntry(parsed, {
          at: at(['bundles', index]),
          memberAt: (position) => at(members[position]?.path ?? ['bundles', index]),
        }),
      ];
    }),
  };
}

/** The invalid entries, in the order of their problems. */
export function unusableEntries(
  { feeds, bundles }: Entries,
  wrong: Wrong,
  at: At,
): UnusableEntry[] {
  return [...wrong.values()].map((issues) => {
    const [list, index, ...inside] = issues[0]?.path ?? [];
    const raw = (list === 'feeds' ? feeds : bundles)[Number(index)];
    const isMember = list === 'bundles' && inside[0] === 'feeds' && inside.length > 1;
    return {
      kind: isMember ? 'member' : list === 'feeds' ? 'feed' : 'bundle',
      title: textIn(raw, list === 'feeds' ? 'title' : 'name'),
      value: isMember ? sourceText(membersOf(raw)[Number(inside[1])]) : sourceText(raw),
      problems: issues.map(({ path, message }) => ({ at: at(path), message })),
    };
  });
}

/** Text in a field of an entry; empty when there is none. */
function textIn(raw: unknown, field: string): string {
  const fields: Record<string, unknown> = typeof raw === 'object' && raw !== null ? { ...raw } : {};
  const value = fields[field];
  return typeof value === 'string' ? value : '';
}

function membersOf(raw: unknown): unknown[] {
  const parsed = withMembers.safeParse(raw);
  return parsed.success ? parsed.data.feeds : [];
}
