import { answerOf } from '../../client/decode.js';
import type { Feed, FeedClient, FeedSummary } from '../../client/index.js';
import { feedSource } from '../sources/feed-source.js';
import type { SourceSpec } from '../sources/model.js';
import { sourceBody, sourceId } from '../sources/source-spec.js';
import { createExactlyOnce } from './lost-answer.js';
import { type PatienceOptions, retryRateLimited } from './patience.js';

/** A feed that is there now. */
interface MadeFeed {
  feed: Feed | FeedSummary;
  /** False when the account had this source already, or when nobody can tell. */
  created: boolean;
}

interface MakeOptions extends PatienceOptions {
  isOurs: boolean;
  /** Sends the items it starts with to the webhooks. */
  announce?: boolean;
  /** Ids of the feeds that were there before, when they have been listed. */
  before?: ReadonlySet<string>;
}

/**
 * Makes a feed, once: a refusal is waited out, and after a lost answer the account is looked
 * through instead of asking again.
 *
 * @throws {CliError} when nobody knows whether the feed was made; otherwise what the client throws
 */
export async function makeFeed(
  client: FeedClient,
  source: SourceSpec,
  options: MakeOptions,
): Promise<MadeFeed> {
  const { isOurs, before, announce } = options;
  const body = { ...sourceBody(source), ...(announce && { announce }) };
  const { value: feed, wasLost } = await createExactlyOnce<Feed | FeedSummary>(
    () => retryRateLimited(() => client.createFeed(body), options),
    () => look(client, source, isOurs),
    options,
  );
  if (before !== undefined) return { feed, created: !before.has(feed.id) };
  // Only a service of ours tells an old feed from a new one by the status.
  return { feed, created: !wasLost && !(isOurs && answerOf(feed)?.status === 200) };
}

/** The newest feeds are enough: what was just made is the newest. */
async function look(
  client: FeedClient,
  source: SourceSpec,
  isOurs: boolean,
): Promise<FeedSummary | undefined> {
  const wanted = sourceId(source, { tellsModes: isOurs });
  for await (const feed of client.feeds({ limit: 100 })) {
    if (sourceId(feedSource(feed, { isOurs }), { tellsModes: isOurs }) === wanted) return feed;
  }
  return undefined;
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
