import type { BundleSummary, FeedSummary } from '../../../client/index.js';
import { normalisedSource } from '../../../contract/source.js';
import type { AccountCheckName } from '../../checks/table.js';

/** A problem of the account and the commands that fix it. */
export interface AccountFinding {
  check: AccountCheckName;
  /** The affected feed, or the bundle with a dangling member. */
  id: string;
  title: string;
  /** Tells several findings of one id apart. */
  member?: string;
  detail: string;
  /** Commands as words after `feedctl`. */
  fixes: readonly (readonly string[])[];
}

/** The feeds and bundles of an account. */
export interface Account {
  /** Newest first, in list order. */
  feeds: readonly FeedSummary[];
  bundles: readonly BundleSummary[];
}

/** Suggested bundle name when there is no single bundle to use. */
const UNSORTED = 'Unsorted';

/**
 * Feeds that are in no bundle. The fix adds them to the only bundle, otherwise to a new
 * one that the first of these commands creates.
 */
export function withoutBundle({ feeds, bundles }: Account): AccountFinding[] {
  const members = new Set(bundles.flatMap((bundle) => bundle.feeds));
  const target =
    bundles.find(({ name }) => name === UNSORTED) ??
    (bundles.length === 1 ? bundles[0] : undefined);
  return feeds
    .filter(({ id }) => !members.has(id))
    .map(({ id, title }, index) => ({
      check: 'no-bundle' as const,
      id,
      title,
      detail: 'It is in no bundle.',
      fixes: [
        target === undefined && index === 0
          ? ['bundles', 'create', '--name', UNSORTED, '--feed', id]
          : ['bundles', 'add', target?.id ?? UNSORTED, id],
      ],
    }));
}

/** Bundle members that are not feeds of the account. */
export function dangling({ feeds, bundles }: Account): AccountFinding[] {
  const known = new Set(feeds.map(({ id }) => id));
  return bundles.flatMap((bundle) =>
    bundle.feeds
      .filter((member) => !known.has(member))
      .map((member) => ({
        check: 'dangling' as const,
        member,
        id: bundle.id,
        title: bundle.name,
        detail: `Its member ${member} no longer exists.`,
        fixes: [['bundles', 'remove', bundle.id, member]],
      })),
  );
}

/**
 * Feeds with the same source. Keeps the feed that is in the most bundles; on a tie, the oldest,
 * because its address has been public for longest.
 */
export function duplicates({ feeds, bundles }: Account): AccountFinding[] {
  return groupsOfOneSource(feeds).flatMap((group) => {
    if (group.length < 2 || group[0]?.source_url === '') return [];
    const bundlesOf = (id: string) => bundles.filter((bundle) => bundle.feeds.includes(id));
    const kept = group.reduce((best, each) =>
      bundlesOf(each.id).length >= bundlesOf(best.id).length ? each : best,
    );
    return group
      .filter((feed) => feed !== kept)
      .map((feed) => ({
        check: 'duplicate' as const,
        id: feed.id,
        title: feed.title,
        detail: `The same source as ${kept.id}, ${kept.source_url}`,
        fixes: [
          ...bundlesOf(feed.id)
            .filter((bundle) => !bundle.feeds.includes(kept.id))
            .map((bundle) => ['bundles', 'add', bundle.id, kept.id]),
          ['feeds', 'delete', feed.id],
        ],
      }));
  });
}

function groupsOfOneSource(feeds: readonly FeedSummary[]): FeedSummary[][] {
  const groups = new Map<string, FeedSummary[]>();
  for (const feed of feeds) {
    const source = normalisedSource(feed.source_url);
    const group = groups.get(source);
    if (group === undefined) groups.set(source, [feed]);
    else group.push(feed);
  }
  return [...groups.values()];
}

export const ACCOUNT_CHECKS: Readonly<
  Record<AccountCheckName, (account: Account) => AccountFinding[]>
> = { dangling, duplicate: duplicates, 'no-bundle': withoutBundle };
