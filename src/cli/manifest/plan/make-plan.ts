import type { FeedClient, FeedSettings } from '../../../client/index.js';
import { inOrder } from '../../bulk/in-order.js';
import { type ServiceKind, serviceKind } from '../../bulk/known-feeds.js';
import { startProgress } from '../../bulk/progress.js';
import { type FeedEntry, isNews, type Manifest } from '../../sources/model.js';
import { invalidFile } from '../../sources/problem.js';
import { renderingTexts, sourceId, sourceName } from '../../sources/source-spec.js';
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
    warnings: [
      ...made.warnings,
      ...scheduleWarning(manifest, wanted),
      ...filtersWarning(manifest, wanted),
      ...readingWarning(manifest, wanted),
    ],
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
  const { customAuthor, fullText } = entry;
  return customAuthor !== undefined || fullText !== undefined || hasSchedule(entry);
}

/** How a page is opened and whose text items have: only a feedctl service supports it. */
function hasReading({ fullText, source }: FeedEntry): boolean {
  return fullText !== undefined || Object.keys(renderingTexts(source)).length > 0;
}

function withoutReading({ fullText: _, ...entry }: FeedEntry): FeedEntry {
  if (isNews(entry.source)) return entry;
  const { render: _render, steps: _steps, ...source } = entry.source;
  return { ...entry, source };
}

function hasSchedule({ interval, quietHours }: FeedEntry): boolean {
  return interval !== undefined || quietHours !== undefined;
}

/** Without schedules, filters, full texts and rendering, which only a feedctl service supports. */
function withoutExtensions({ feeds, bundles, ...rest }: Manifest): Manifest {
  return {
    ...rest,
    feeds: feeds.map(
      ({ interval: _interval, quietHours: _quietHours, filters: _filters, ...feed }) =>
        withoutReading(feed),
    ),
    bundles: bundles.map(({ filters: _filters, ...bundle }) => bundle),
  };
}

function filtersWarning(given: Manifest, wanted: Manifest): string[] {
  const count = ({ feeds, bundles }: Manifest) =>
    [...feeds, ...bundles].filter(({ filters }) => filters !== undefined).length;
  const ignored = count(given) - count(wanted);
  return ignored === 0
    ? []
    : [
        `This service does not support filters; those of ${counted(ignored, 'object')} are ignored.`,
      ];
}

function readingWarning(given: Manifest, wanted: Manifest): string[] {
  const count = (manifest: Manifest) => manifest.feeds.filter(hasReading).length;
  const ignored = count(given) - count(wanted);
  return ignored === 0
    ? []
    : [
        `This service does not support full_text, render or steps; those of ${counted(ignored, 'feed')} are ignored.`,
      ];
}

function scheduleWarning(given: Manifest, wanted: Manifest): string[] {
  const count = (manifest: Manifest) => manifest.feeds.filter(hasSchedule).length;
  const ignored = count(given) - count(wanted);
  return ignored === 0
    ? []
    : [
        `This service does not support feed intervals or quiet hours; those of ${counted(ignored, 'feed')} are ignored.`,
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
