import { ApiError } from '../../../client/errors.js';
import type { FeedClient } from '../../../client/index.js';
import { inParallel } from '../../bulk/each.js';
import type { AccountCheckName } from '../../checks/table.js';
import type { Context } from '../../verbs/context.js';
import { ACCOUNT_CHECKS, type Account, type AccountFinding } from './account-checks.js';

/** Parallel requests: fast for thousands of feeds without overloading a service. */
const READS = 4;

/** What the checks of the whole account find. */
export async function checkAccount(
  context: Context,
  wanted: readonly AccountCheckName[],
): Promise<AccountFinding[]> {
  if (wanted.length === 0) return [];
  const client = await context.client();
  const account = await context.during('Reading the account', () => readAccount(context, client));
  const found = wanted.flatMap((check) => ACCOUNT_CHECKS[check](account));
  return confirmed(client, found);
}

async function readAccount({ notes }: Context, client: FeedClient): Promise<Account> {
  const feedRows = client.feeds();
  const bundleRows = client.bundles();
  const [feeds, bundles] = await Promise.all([collect(feedRows), collect(bundleRows)]);
  if (feedRows.shifted || bundleRows.shifted) {
    await notes.warn(
      'The account changed while it was being read. Run the command again for a consistent result.',
    );
  }
  return { feeds, bundles };
}

/** The list may have changed during the read; only a 404 from the service proves a member missing. */
async function confirmed(
  client: FeedClient,
  suspected: readonly AccountFinding[],
): Promise<AccountFinding[]> {
  const exists = await inParallel(suspected, READS, async ({ member }) => {
    if (member === undefined) return false;
    try {
      await client.getFeed(member);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return false;
      throw error;
    }
  });
  return suspected.filter((_, index) => exists[index] === false);
}

async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const row of rows) all.push(row);
  return all;
}
