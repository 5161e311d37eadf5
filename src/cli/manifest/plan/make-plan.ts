import type { FeedClient, FeedSettings } from '../../../client/index.js';
import { inOrder } from '../../bulk/in-order.js';
import { type ServiceKind, serviceKind } from '../../bulk/known-feeds.js';
import { startProgress } from '../../bulk/progress.js';
import type { FeedEntry, Manifest } from '../../sources/model.js';
import { invalidFile } from '../../sources/problem.js';
import { sourceId, sourceName } from '../../sources/source-spec.js';
import { FEED_ROWS, settingsOf } from '../../sources/values.js';
import type { Context } from '../../verbs/context.js';
import type { Account, AccountFeed } from '../account/account.js';
import { readAccount } from '../account/read-account.js';
import type { Plan } from './change.js';
import { diff } from './diff.js';
import { counted } from './show-plan.js';

interface PlanOptions {
  /** Name of the file, for messages. */
  file: string;
  prune: boolean;
  /** Where the progress of reading is shown; nowhere when left out. */
  context?: Context;
}

/** Compares the account with a file: the settings of those feeds whose entry contains a setting. */
export async function makePlan(
  client: FeedClient,
  manifest: Manifest,
  { file, prune, context }: PlanOptions,
): Promise<Plan> {
  const kind = await serviceKind(client);
  const account = await (context?.during('Reading the account', () => readAccount(client)) ??
    readAccount(client));
  if (!account.tellsModes) refuseTwins(manifest.feeds, file);
  const wanted = kind.isOurs ? manifest : withoutExtensions(manifest);
  const settings = await readSettings(client, feedsWithSettings(wanted, account), kind, context);
  const made = diff(wanted, account, { prune, settings });
  const plan = {
    ...made,
    warnings: [...made.warnings, ...(kind.isOurs ? [] : ignoredWarning(manifest))],
  };
  if (!account.shifted) return plan;
  const warning =
    'The account changed while it was being read. Plan again for a consistent result.';
  return { ...plan, warnings: [...plan.warnings, warning] };
}

function feedsWithSettings({ feeds }: Manifest, account: Account): AccountFeed[] {
  const named = new Set(
    feeds.filter((entry) => hasSettings(entry)).map(({ source }) => sourceId(source, account)),
  );
  return account.feeds.filter(({ source }) => named.has(sourceId(source, account)));
}

function hasSettings(entry: FeedEntry): boolean {
  return Object.keys(settingsOf(entry)).length > 0;
}

/**
 * Rows that only feedctl's own service has and that a feed can do without; without the others it
 * would be another feed, and its creation fails.
 */
const DISPENSABLE = FEED_ROWS.flatMap(([name, { own }]) =>
  own && name !== 'from' && name !== 'selectors' ? [name] : [],
);

function withoutExtensions({ feeds, bundles, ...rest }: Manifest): Manifest {
  return { ...rest, feeds: feeds.map(withoutRows), bundles: bundles.map(withoutRows) };
}

function withoutRows<T extends object>(entry: T): T {
  const kept = Object.entries(entry).filter(([name]) => !DISPENSABLE.includes(name));
  return Object.fromEntries(kept) as T;
}

function ignoredWarning({ feeds, bundles }: Manifest): string[] {
  const ignored = [...feeds, ...bundles]
    .map((entry) => DISPENSABLE.filter((name) => name in entry))
    .filter((names) => names.length > 0);
  if (ignored.length === 0) return [];
  const names = [...new Set(ignored.flat())].join(', ');
  return [
    `This service does not support ${names}; those of ${counted(ignored.length, 'object')} are ignored.`,
  ];
}

/** Such a service treats a headline and a search for the same words as one feed, which would change at every run. */
function refuseTwins(feeds: readonly FeedEntry[], file: string): void {
  const seen = new Map<string, FeedEntry>();
  for (const entry of feeds) {
    const key = sourceId(entry.source, { tellsModes: false });
    const twin = seen.get(key);
    if (twin !== undefined) {
      const message = `${sourceName(entry.source)} is the same feed for this service as line ${twin.at.line}`;
      throw invalidFile(file, [{ at: entry.at, message }]);
    }
    seen.set(key, entry);
  }
}

/**
 * The settings of each feed, by id. A service that does not list them with the feeds is asked for
 * each.
 * @param context where the progress of asking is shown
 */
export async function readSettings(
  client: FeedClient,
  feeds: readonly AccountFeed[],
  { reads }: ServiceKind,
  context?: Context,
): Promise<Map<string, FeedSettings>> {
  const all = new Map<string, FeedSettings>();
  for (const { id, settings } of feeds) if (settings !== undefined) all.set(id, settings);
  const missing = feeds.map(({ id }) => id).filter((id) => !all.has(id));
  if (missing.length === 0) return all;
  const progress = context && startProgress(context, 'Reading settings', missing.length);
  try {
    const read = inOrder(missing, reads, async (id) => ({
      id,
      settings: await client.getFeedSettings(id),
    }));
    for await (const { id, settings } of read) {
      all.set(id, settings);
      progress?.step();
    }
  } finally {
    await progress?.end();
  }
  return all;
}
