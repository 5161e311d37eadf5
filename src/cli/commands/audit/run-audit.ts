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

/** Reads at a time: quick for an account of thousands, and no burden on a service. */
const READS = 4;

/** Looks for the wanted kinds, prints what it finds, and says by the exit code whether it did. */
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
    await notes.warn('The account changed while it was read; run the command again to be sure.');
  }
  return { feeds, bundles };
}

/** A list may have moved while it was read: only the service's "not found" is proof. */
async function confirmed(client: FeedClient, suspected: readonly Finding[]): Promise<Finding[]> {
  const exists = await inParallel(suspected, READS, async ({ mend }) => {
    const member = mend[0]?.at(-1) ?? '';
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

/** Undefined for a feed that was deleted in the meantime. */
async function countItems(client: FeedClient, id: string): Promise<number | undefined> {
  try {
    return (await client.getFeed(id)).items.length;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

function printed({ mend, ...finding }: Finding, { globals }: Context): object {
  const commands = mend.map((words) =>
    shellCommand(['feedctl', ...words, ...accountFlags(globals)]),
  );
  return { ...finding, mend: commands };
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
  mend: readonly string[];
}

/** Commands are there to be copied, so a terminal gets lines of their own instead of a column. */
export const AUDIT_VIEW: View = {
  one: 'finding',
  many: 'findings',
  columns: [
    { field: 'finding' },
    { field: 'id', kind: 'id' },
    { field: 'title' },
    { field: 'detail' },
    { field: 'mend' },
  ],
  line(row, paint) {
    const { finding, id, title, detail, mend } = row as PrintedFinding;
    const head = `${paint.yellow(finding)}  ${paint.cyan(id)}  ${paint.bold(plain(title))}`;
    return [
      head,
      `  ${plain(detail)}`,
      ...mend.map((each) => `  ${paint.green(plain(each))}`),
    ].join('\n');
  },
};
