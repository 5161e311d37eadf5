import { ApiError } from '../../../client/errors.js';
import type { FeedClient } from '../../../client/index.js';
import { inParallel } from '../../bulk/each.js';
import { startProgress } from '../../bulk/progress.js';
import { accountFlags, type ExitCode, shellCommand } from '../../kit/index.js';
import { plain } from '../../kit/plain.js';
import type { View } from '../../output/view.js';
import type { Context } from '../../verbs/context.js';
import type { FindingKind } from './audit.js';
import {
  type Account,
  dangling,
  duplicates,
  empty,
  type Finding,
  inactive,
  withoutBundle,
} from './findings.js';

/** Parallel requests: fast for thousands of feeds without overloading a service. */
const READS = 4;

/** Runs the requested checks and prints their findings. Returns exit code 9 if there are any. */
export async function runAudit(
  context: Context,
  wanted: readonly FindingKind[],
): Promise<ExitCode | undefined> {
  const client = await context.client();
  const account = await context.during('Reading the account', () => readAccount(context, client));
  const findings: Finding[] = [];
  if (wanted.includes('no-bundle')) findings.push(...withoutBundle(account));
  if (wanted.includes('dangling')) findings.push(...(await confirmed(client, dangling(account))));
  if (wanted.includes('duplicate')) findings.push(...duplicates(account));
  if (wanted.includes('empty')) findings.push(...(await emptyFeeds(context, client, account)));
  if (wanted.includes('inactive')) findings.push(...inactive(account));
  await context.output.rows(
    findings.map((finding) => printed(finding, context)),
    AUDIT_VIEW,
  );
  if (findings.length > 0) return 9;
  await context.notes.allWell(`Nothing found in ${account.feeds.length} feeds.`);
  return undefined;
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
async function confirmed(client: FeedClient, suspected: readonly Finding[]): Promise<Finding[]> {
  const exists = await inParallel(suspected, READS, async ({ fixes }) => {
    const member = fixes[0]?.at(-1) ?? '';
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

async function emptyFeeds(
  context: Context,
  client: FeedClient,
  { feeds }: Account,
): Promise<Finding[]> {
  const progress = startProgress(context, 'Reading feeds', feeds.length);
  try {
    const counts = await inParallel(feeds, READS, async ({ id }) => {
      const count = await countItems(client, id);
      progress.step();
      return count;
    });
    return feeds.filter((_, index) => counts[index] === 0).map(empty);
  } finally {
    await progress.end();
  }
}

/** Returns undefined when the feed was deleted in the meantime. */
async function countItems(client: FeedClient, id: string): Promise<number | undefined> {
  try {
    return (await client.getFeed(id)).items.length;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

function printed({ fixes, ...finding }: Finding, { globals }: Context): object {
  const commands = fixes.map((words) =>
    shellCommand(['feedctl', ...words, ...accountFlags(globals)]),
  );
  return { ...finding, fixes: commands };
}

async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

interface PrintedFinding {
  finding: string;
  id: string;
  title: string;
  detail: string;
  fixes: readonly string[];
}

/** A terminal prints each command on its own line, so that it can be copied. */
export const AUDIT_VIEW: View = {
  one: 'finding',
  many: 'findings',
  columns: [
    { field: 'finding' },
    { field: 'id', kind: 'id' },
    { field: 'title' },
    { field: 'detail' },
    { field: 'fixes' },
  ],
  line(row, paint) {
    const { finding, id, title, detail, fixes } = row as PrintedFinding;
    const head = `${paint.yellow(finding)}  ${paint.cyan(id)}  ${paint.bold(plain(title))}`;
    return [
      head,
      `  ${plain(detail)}`,
      ...fixes.map((each) => `  ${paint.green(plain(each))}`),
    ].join('\n');
  },
};
