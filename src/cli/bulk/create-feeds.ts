import { answerOf } from '../../client/decode.js';
import type { Feed, FeedClient, FeedSummary } from '../../client/index.js';
import { type Description, describe } from '../errors/describe.js';
import { CliError, UsageError } from '../kit/index.js';
import { sourceId } from '../sources/source-spec.js';
import type { BundleTarget } from './bundle-target.js';
import { stopsAll } from './each.js';
import { inOrder } from './in-order.js';
import type { KnownFeeds, ServiceKind } from './known-feeds.js';
import { makeFeed, type SourceRequest, type Wanted } from './make-feed.js';
import type { PatienceOptions } from './patience.js';

/** What became of one source. */
export type SourceResult =
  | { input: string; ok: true; created: boolean; feed: Feed | FeedSummary }
  | { input: string; ok: false; error: Description; cause: unknown };

export interface CreateTools extends ServiceKind, PatienceOptions {
  client: FeedClient;
  /** The feeds of the account, where they have been looked through. */
  known?: KnownFeeds | undefined;
  /** Takes a feed from `known` instead of making another one. */
  ensure: boolean;
  bundle?: BundleTarget | undefined;
  /** Sends the items that feeds start with to the webhooks. */
  announce?: boolean;
  /** Deletes a feed that this run made and that came back empty. */
  verify: boolean;
}

/**
 * Makes a feed of each source, in their order. A source that cannot be used leaves the others alone;
 * a failure that all would meet ends it. A source that stands twice is made once.
 */
export async function* createFeeds(
  wanted: readonly SourceRequest[],
  tools: CreateTools,
): AsyncGenerator<SourceResult> {
  const started = new Map<string, Promise<SourceResult>>();
  yield* inOrder(wanted, tools.writes, (one) => {
    if ('problem' in one) return Promise.resolve(failure(one.input, new UsageError(one.problem)));
    const key = sourceId(one.source, { tellsModes: tools.isOurs });
    const twin = started.get(key);
    if (twin !== undefined) return twin.then((result) => again(one.input, result));
    const result = attempt(one, tools);
    const kept = result.then(withoutItems);
    // Whoever waits for the result itself hears of its failure.
    kept.catch(() => {});
    started.set(key, kept);
    return result;
  });
}

/** Of ten thousand feeds the items would fill the memory. */
function withoutItems(result: SourceResult): SourceResult {
  if (!result.ok) return result;
  const { items: _, ...feed } = { items: [], ...result.feed };
  return { ...result, feed };
}

function again(input: string, result: SourceResult): SourceResult {
  return result.ok ? { ...result, input, created: false } : { ...result, input };
}

async function attempt(wanted: Wanted, tools: CreateTools): Promise<SourceResult> {
  try {
    return { input: wanted.input, ok: true, ...(await create(wanted, tools)) };
  } catch (error) {
    if (stopsAll(error, tools.signal)) throw error;
    return failure(wanted.input, error);
  }
}

async function create({ source }: Wanted, tools: CreateTools) {
  const { client, known, ensure, bundle, verify } = tools;
  const existing = ensure ? known?.find(source) : undefined;
  const made =
    existing === undefined
      ? await makeFeed(client, source, { ...tools, ...(known && { before: known.ids }) })
      : { feed: existing, created: false };
  if (verify && made.created) await refuseEmpty(made.feed, client);
  await bundle?.add(made.feed.id);
  return made;
}

/** Looks again before it deletes: some services fill a feed only after they have answered. */
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

function failure(input: string, cause: unknown): SourceResult {
  return { input, ok: false, error: describe(cause), cause };
}

/** The result as programs see it: the feed without its items, of which there may be very many. */
export function resultJson(result: SourceResult): object {
  if (result.ok) {
    const { input, ok, created, feed } = result;
    return { input, ok, created, feed: summary(feed) };
  }
  const { message, code, statusCode } = result.error;
  return {
    input: result.input,
    ok: false,
    created: false,
    error: { message, code, ...(statusCode !== undefined && { statusCode }) },
  };
}

/** As the service sent it. */
function summary(feed: Feed | FeedSummary): object {
  const body: unknown = answerOf(feed)?.body;
  const sent = typeof body === 'object' && body !== null ? body : feed;
  return Object.fromEntries(Object.entries(sent).filter(([name]) => name !== 'items'));
}
