import { answerOf } from '../../client/decode.js';
import type { Feed, FeedClient, FeedSummary } from '../../client/index.js';
import { CliError } from '../kit/index.js';
import { feedSource } from '../sources/feed-source.js';
import type { SourceSpec } from '../sources/model.js';
import { sourceBody, sourceId } from '../sources/source-spec.js';
import type { BundleTarget } from './bundle-target.js';
import type { KnownFeeds } from './known-feeds.js';
import { createExactlyOnce } from './lost-answer.js';
import { type PatienceOptions, retryRateLimited } from './patience.js';

/** A feed that is there now. */
export interface MadeFeed {
  feed: Feed | FeedSummary;
  /** False when the account had this source already, or when nobody can tell. */
  created: boolean;
  /** The answer was lost, and the feed was found in the account. */
  wasLost: boolean;
}

/** How a feed is made; the same for one, for a list and for a manifest. */
export interface MakeOptions extends PatienceOptions {
  /** Sends the items it starts with to the webhooks. */
  announce?: boolean;
  /** The feeds of the account before the run, where they have been listed. */
  known?: KnownFeeds | undefined;
  /** Takes a feed from `known` instead of making another one. */
  ensure?: boolean;
  /** Deletes a feed that this run made and that came back empty. */
  verify?: boolean;
  /** Where the feed is put. */
  bundle?: BundleTarget | undefined;
}

/**
 * Makes a feed, once: a refusal is waited out, and after a lost answer the account is searched
 * instead of asking again.
 *
 * @throws {CliError} when nobody knows whether the feed was made, or when it came back empty and
 * `verify` was asked for; otherwise what the client throws
 */
export async function makeFeed(
  client: FeedClient,
  source: SourceSpec,
  options: MakeOptions,
): Promise<MadeFeed> {
  const { known, ensure, verify, bundle } = options;
  const existing = ensure ? known?.find(source) : undefined;
  const made =
    existing === undefined
      ? await post(client, source, options)
      : { feed: existing, created: false, wasLost: false };
  if (verify && made.created) await refuseEmpty(made.feed, client);
  await bundle?.add(made.feed.id);
  return made;
}

async function post(
  client: FeedClient,
  source: SourceSpec,
  options: MakeOptions,
): Promise<MadeFeed> {
  const { known, announce } = options;
  const body = { ...sourceBody(source), ...(announce && { announce }) };
  const { value: feed, wasLost } = await createExactlyOnce<Feed | FeedSummary>(
    () => retryRateLimited(() => client.createFeed(body), options),
    () => findFeed(client, source),
    { ...options, list: 'feedctl feeds list' },
  );
  if (known !== undefined) return { feed, created: !known.ids.has(feed.id), wasLost };
  // Only feedctl's own service tells an old feed from a new one by the status.
  const isOld = client.service.version !== null && answerOf(feed)?.status === 200;
  return { feed, created: !wasLost && !isOld, wasLost };
}

/** The newest feed of the source: what was just made is the newest. */
async function findFeed(client: FeedClient, source: SourceSpec): Promise<FeedSummary | undefined> {
  for await (const feed of client.feeds({ limit: 100 })) {
    // Known for certain only now: the lost answer could have been the first one.
    const isOurs = client.service.version !== null;
    const [found, wanted] = [feedSource(feed, { isOurs }), source].map((each) =>
      sourceId(each, { tellsModes: isOurs }),
    );
    if (found === wanted) return feed;
  }
  return undefined;
}

/** Asks again before it deletes: some services fill a feed only after they have answered. */
async function refuseEmpty(feed: Feed | FeedSummary, client: FeedClient): Promise<void> {
  if ('items' in feed && feed.items.length > 0) return;
  const { items } = await client.getFeed(feed.id);
  if (items.length > 0) return;
  await client.deleteFeed(feed.id);
  throw new CliError('The feed came back empty and was deleted again.', {
    exitCode: 5,
    code: 'EMPTY_FEED',
  });
}

/** One of many sources that feeds are to be made from. */
export interface Wanted {
  /** As it was given: an address, or the words of a search. */
  input: string;
  source: SourceSpec;
}

/** A line or a row that is no source; the others are made all the same. */
interface Unusable {
  input: string;
  /** Why. */
  problem: string;
}

export type SourceRequest = Wanted | Unusable;
