import { answerOf } from '../../client/answers.js';
import type {
  Feed,
  FeedClient,
  FeedSummary,
  FiltersInput,
  SourceAccess,
} from '../../client/index.js';
import { CliError, shellCommand } from '../kit/index.js';
import { feedSource } from '../sources/feed-source.js';
import { type FeedValues, isNews, type SourceSpec } from '../sources/model.js';
import { sourceBody, sourceId } from '../sources/source-spec.js';
import {
  canonicalFilters,
  FEED_ROWS,
  metadataOf,
  settingsOf,
  valueText,
} from '../sources/values.js';
import type { BundleTarget } from './bundle-target.js';
import { createExactlyOnce, type RetryOptions } from './create-once.js';
import type { KnownFeeds } from './known-feeds.js';

/** A created or existing feed. */
export interface MadeFeed {
  feed: Feed | FeedSummary;
  /** False when the account already had this source, or when that is unknown. */
  created: boolean;
  /** The response was lost, and the feed was found in the account. */
  wasLost: boolean;
}

/** Options for one feed, a list and a manifest. */
export interface MakeOptions extends RetryOptions {
  /** Sends the initial items to the webhooks. */
  announce?: boolean;
  /** Values of a new feed. */
  values?: FeedValues | undefined;
  /** The feeds of the account before the run, if they were listed. */
  known?: KnownFeeds | undefined;
  /** Reuses a feed from `known` instead of creating another one. */
  ensure?: boolean;
  /**
   * Creates a feed even if its source cannot be read now; for addresses, on feedctl's own service.
   */
  keepFailing?: boolean | undefined;
  /** Deletes a new feed that has no items. */
  verify?: boolean;
  /** Headers and secrets that the source needs; for addresses only. */
  access?: SourceAccess | undefined;
  /** Bundles to which the feed is added. */
  bundles?: readonly BundleTarget[] | undefined;
}

/**
 * Creates a feed exactly once: retries after rate limiting; after a lost response, searches the
 * account instead of repeating the request.
 *
 * @throws {CliError} when it is unknown whether the feed was created, or when `verify` is set and it
 * has no items; otherwise as the client
 */
export async function makeFeed(
  client: FeedClient,
  source: SourceSpec,
  options: MakeOptions,
): Promise<MadeFeed> {
  const { known, ensure, verify, bundles = [] } = options;
  const existing = ensure ? known?.find(source) : undefined;
  if (existing !== undefined) refuseOtherFilters(existing, options.values?.filters);
  const made =
    existing === undefined
      ? await postFeed(client, source, options)
      : { feed: existing, created: false, wasLost: false };
  if (verify && made.created) await refuseEmpty(made.feed, client);
  for (const bundle of bundles) await bundle.add(made.feed.id);
  return made;
}

/** @throws {CliError} FEED_EXISTS, as the service does, for a feed with other filters */
function refuseOtherFilters(
  { id, filters: stored }: FeedSummary,
  wanted: FiltersInput | undefined,
): void {
  if (wanted === undefined) return;
  const [before, after] = [stored ?? {}, wanted].map((each) =>
    JSON.stringify(canonicalFilters(each)),
  );
  if (before === after) return;
  const { include = [], exclude = [] } = wanted;
  const flags = [
    ...include.flatMap((rule) => ['--include', rule]),
    ...exclude.flatMap((rule) => ['--exclude', rule]),
  ];
  throw new CliError(`A feed of this source already exists with other filters: ${id}.`, {
    exitCode: 5,
    code: 'FEED_EXISTS',
    hint: `To change its filters: ${shellCommand(['feedctl', 'feeds', 'update', id, ...flags])}`,
  });
}

/**
 * Sends the values that a new feed does not have yet: a POST takes few of them.
 *
 * @returns the feed as it is afterwards
 */
export async function sendValues(
  client: FeedClient,
  feed: Feed | FeedSummary,
  values: FeedValues,
): Promise<Feed | FeedSummary> {
  // Only necessary requests are sent: at a rate-limited service each costs a second.
  const [metadata, settings] = [
    withoutKnown(metadataOf(values), feed),
    withoutKnown(settingsOf(values), {}),
  ];
  const changed = isEmptyFeed(metadata) ? feed : await client.updateFeed(feed.id, metadata);
  if (!isEmptyFeed(settings)) await client.updateFeedSettings(feed.id, settings);
  return changed;
}

/** The values that the new feed lacks. */
function withoutKnown<T extends object>(values: T, feed: object): Partial<T> {
  const before = feed as Readonly<Record<string, unknown>>;
  const rows = new Map(FEED_ROWS);
  const unknown = Object.entries(values).filter(
    ([name, value]) => valueText(value) !== valueText(before[name] ?? rows.get(name)?.none),
  );
  return Object.fromEntries(unknown) as Partial<T>;
}

function isEmptyFeed(values: object): boolean {
  return Object.keys(values).length === 0;
}

async function postFeed(
  client: FeedClient,
  source: SourceSpec,
  options: MakeOptions,
): Promise<MadeFeed> {
  const { known, announce, access, values, keepFailing } = options;
  const body = {
    ...sourceBody(source, values),
    ...(announce && { announce }),
    ...(access !== undefined && { access }),
    ...(keepFailing && !isNews(source) && { keep_failing: true }),
  };
  const { value: feed, wasLost } = await createExactlyOnce<Feed | FeedSummary>(
    () => client.createFeed(body),
    () => findMadeFeed(client, source),
    { ...options, list: 'feedctl feeds list' },
  );
  if (known !== undefined) return { feed, created: !known.ids.has(feed.id), wasLost };
  // Only a feedctl service distinguishes an existing feed from a new one by the status.
  const isOld = client.service.version !== null && answerOf(feed)?.status === 200;
  return { feed, created: !wasLost && !isOld, wasLost };
}

/** The newest feed of the source, because a feed just created is the newest. */
async function findMadeFeed(
  client: FeedClient,
  source: SourceSpec,
): Promise<FeedSummary | undefined> {
  for await (const feed of client.feeds({ limit: 100 })) {
    // The kind of the service is certain only after an answer, and the lost one may have been the
    // first.
    const isOurs = client.service.version !== null;
    const [found, wanted] = [feedSource(feed, { isOurs }), source].map((each) =>
      sourceId(each, { tellsModes: isOurs }),
    );
    if (found === wanted) return feed;
  }
  return undefined;
}

/**
 * Deletes a feed without items. Reads it again before, because some services add items only after
 * they responded.
 */
async function refuseEmpty(feed: Feed | FeedSummary, client: FeedClient): Promise<void> {
  if ('items' in feed && feed.items.length > 0) return;
  const { items } = await client.getFeed(feed.id);
  if (items.length > 0) return;
  await client.deleteFeed(feed.id);
  throw new CliError('The new feed has no items and was deleted again.', {
    exitCode: 5,
    code: 'EMPTY_FEED',
  });
}

/** One of many requested sources. */
export interface Wanted {
  /** The text as given: an address, or the words of a search. */
  input: string;
  source: SourceSpec;
  /** Values of this feed, in addition to those of all. */
  values?: FeedValues | undefined;
  /** Names of bundles for this feed, in addition to those of all. */
  bundles?: readonly string[] | undefined;
}

/** A line or row that is not a source; the others are still created. */
export interface InvalidSource {
  input: string;
  /** Why it is invalid. */
  problem: string;
}

export type SourceRequest = Wanted | InvalidSource;
