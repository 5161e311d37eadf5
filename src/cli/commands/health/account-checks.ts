import { collect } from '../../../base/collect.js';
import { ApiError } from '../../../client/errors.js';
import type { BundleSummary, FeedClient } from '../../../client/index.js';
import { normalisedSource } from '../../../contract/source.js';
import { inParallel } from '../../bulk/each.js';
import type { AccountCheckName } from '../../checks/table.js';
import type { Context } from '../../verbs/context.js';
import { type ListedFeed, type ListedFeeds, listFeedsOnce } from './listed-feeds.js';

/** A problem of the account. */
interface AccountFinding {
  /** The affected feed, or the bundle with a missing member. */
  id: string;
  title: string;
  /** Distinguishes several findings of one id. */
  member?: string;
  detail: string;
  /** Commands that fix it, as words after `feedctl`. */
  fixes: readonly (readonly string[])[];
}

/** The feeds and bundles of an account. */
export interface Account {
  /** Newest first, in list order. */
  feeds: readonly ListedFeed[];
  bundles: readonly BundleSummary[];
}

const ACCOUNT_CHECKS: Readonly<Record<AccountCheckName, (account: Account) => AccountFinding[]>> = {
  dangling,
  duplicate: duplicates,
  'no-bundle': withoutBundle,
};

/** Parallel requests: fast for thousands of feeds without overloading a service. */
const READS = 4;

/**
 * Findings of the checks of the whole account. @param listed its feeds, if they are known already
 */
export async function checkAccount(
  context: Context,
  wanted: readonly AccountCheckName[],
  listed?: ListedFeeds,
): Promise<(AccountFinding & { check: AccountCheckName })[]> {
  if (wanted.length === 0) return [];
  const client = await context.client();
  const account = await context.during('Reading the account', () =>
    readAccount(context, client, listed),
  );
  const suspected = wanted.flatMap((check) =>
    ACCOUNT_CHECKS[check](account).map((finding) => ({ check, ...finding })),
  );
  const isThere = await inParallel(suspected, READS, ({ member }) => exists(client, member));
  return suspected.filter((_, index) => !isThere[index]);
}

async function readAccount(
  { notes }: Context,
  client: FeedClient,
  listed?: ListedFeeds,
): Promise<Account> {
  const { rows: feeds, shifted } = listed ?? (await listFeedsOnce(client));
  const bundleRows = client.bundles();
  const bundles = await collect(bundleRows);
  if (shifted || bundleRows.shifted) {
    await notes.warn(
      'The account changed while it was being read. Run the command again for a consistent result.',
    );
  }
  return { feeds, bundles };
}

/** The list may have changed while it was read; only a 404 proves that a member is missing. */
async function exists(client: FeedClient, member: string | undefined): Promise<boolean> {
  if (member === undefined) return false;
  try {
    await client.getFeed(member);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}

/** Suggested name of a new bundle, if the account does not have exactly one. */
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
      ...{ id, title },
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
  return bundles.flatMap(({ id, name, feeds: members }) =>
    members
      .filter((member) => !known.has(member))
      .map((member) => ({
        ...{ id, title: name, member },
        detail: `Its member ${member} no longer exists.`,
        fixes: [['bundles', 'remove', id, member]],
      })),
  );
}

/**
 * Feeds with the same source. Keeps the feed that is in the most bundles; on a tie, the oldest,
 * because its address has been public for longest.
 */
export function duplicates({ feeds, bundles }: Account): AccountFinding[] {
  const bundlesOf = (id: string) => bundles.filter((bundle) => bundle.feeds.includes(id));
  const groups = new Map<string, ListedFeed[]>();
  for (const feed of feeds.filter(({ source_url }) => source_url !== '')) {
    const source = normalisedSource(feed.source_url);
    groups.set(source, [...(groups.get(source) ?? []), feed]);
  }
  return [...groups.values()].flatMap((group) => {
    const kept = group.reduce((best, each) =>
      bundlesOf(each.id).length >= bundlesOf(best.id).length ? each : best,
    );
    return group
      .filter((feed) => feed !== kept)
      .map(({ id, title }) => ({
        ...{ id, title },
        detail: `The same source as ${kept.id}, ${kept.source_url}`,
        fixes: [
          ...bundlesOf(id)
            .filter((bundle) => !bundle.feeds.includes(kept.id))
            .map((bundle) => ['bundles', 'add', bundle.id, kept.id]),
          ['feeds', 'delete', id],
        ],
      }));
  });
}
