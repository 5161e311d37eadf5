import { answerOf } from '../../client/answers.js';
import type { Feed, FeedClient, FeedSummary } from '../../client/index.js';
import { type Description, describe } from '../errors/describe.js';
import { CliError, UsageError } from '../kit/index.js';
import type { FeedValues } from '../sources/model.js';
import { sourceId } from '../sources/source-spec.js';
import type { BundleTarget } from './bundle-target.js';
import { stopsAll } from './each.js';
import { mapInOrder } from './in-order.js';
import type { ServiceKind } from './known-feeds.js';
import {
  type MadeFeed,
  type MakeOptions,
  makeFeed,
  type SourceRequest,
  sendValues,
  type Wanted,
} from './make-feed.js';

/** The result of one source. */
export type SourceResult =
  | ({ input: string; ok: true } & MadeFeed)
  | { input: string; ok: false; error: Description; cause: unknown };

/** What `createFeeds` needs. */
export interface CreateTools extends ServiceKind, MakeOptions {
  client: FeedClient;
  /** Bundles that single sources name. */
  named?: ReadonlyMap<string, BundleTarget>;
}

/**
 * Creates a feed for each source, in order. An invalid source does not affect the others; a failure
 * that would affect all of them stops the run. A repeated source is created once.
 */
export async function* createFeeds(
  wanted: readonly SourceRequest[],
  tools: CreateTools,
): AsyncGenerator<SourceResult> {
  const started = new Map<string, Promise<SourceResult>>();
  const results = mapInOrder(wanted, tools.writes, (one) => {
    if ('problem' in one)
      return Promise.resolve(failedSource(one.input, new UsageError(one.problem)));
    const key = sourceId(one.source, { tellsModes: tools.isOurs });
    const twin = started.get(key);
    if (twin !== undefined) return twin.then((result) => again(one.input, result));
    const result = attempt(one, tools);
    const kept = result.then(withoutItems);
    // The failure is reported by `result` itself.
    kept.catch(() => {});
    started.set(key, kept);
    return result;
  });
  let index = 0;
  for await (const result of results) {
    yield await inBundles(result, wanted[index], tools);
    index += 1;
  }
}

/** Adds a feed to its bundles. In order, because members of a bundle keep the order they were added in. */
async function inBundles(
  result: SourceResult,
  one: SourceRequest | undefined,
  { bundles = [], named, signal }: CreateTools,
): Promise<SourceResult> {
  if (!result.ok || one === undefined || 'problem' in one) return result;
  try {
    const own = (one.bundles ?? []).flatMap((name) => named?.get(name) ?? []);
    for (const bundle of [...bundles, ...own]) await bundle.add(result.feed.id);
    return result;
  } catch (error) {
    if (stopsAll(error, signal)) throw error;
    return failedSource(one.input, error);
  }
}

/** Drops the items: those of ten thousand feeds would fill the memory. */
function withoutItems(result: SourceResult): SourceResult {
  if (!result.ok) return result;
  const { items: _, ...feed } = { items: [], ...result.feed };
  return { ...result, feed };
}

function again(input: string, result: SourceResult): SourceResult {
  return result.ok ? { ...result, input, created: false } : { ...result, input };
}

async function attempt(
  { input, source, values }: Wanted,
  tools: CreateTools,
): Promise<SourceResult> {
  try {
    const made = await makeFeed(tools.client, source, {
      ...tools,
      values: { ...tools.values, ...values },
      bundles: [],
    });
    if (!made.created || values === undefined) return { input, ok: true, ...made };
    return { input, ok: true, ...made, feed: await withValues(made.feed, values, tools) };
  } catch (error) {
    if (stopsAll(error, tools.signal)) throw error;
    return failedSource(input, error);
  }
}

/** @throws {CliError} with the id of the feed, which exists, when a value could not be set */
async function withValues(
  feed: MadeFeed['feed'],
  values: FeedValues,
  { client, signal }: CreateTools,
): Promise<MadeFeed['feed']> {
  try {
    return await sendValues(client, feed, values);
  } catch (error) {
    if (stopsAll(error, signal)) throw error;
    const { message, code, exitCode } = describe(error);
    throw new CliError(
      `Feed ${feed.id} was created, but not all its values could be set: ${message}`,
      { exitCode, code, cause: error },
    );
  }
}

function failedSource(input: string, cause: unknown): SourceResult {
  return { input, ok: false, error: describe(cause), cause };
}

/** The result as JSON, without the items of the feed. */
export function resultJson(result: SourceResult): object {
  if (result.ok) {
    const { input, ok, created, feed } = result;
    return { input, ok, created, feed: createdSummary(feed) };
  }
  const { message, code, statusCode } = result.error;
  return {
    input: result.input,
    ok: false,
    created: false,
    error: { message, code, ...(statusCode !== undefined && { statusCode }) },
  };
}

/** The feed as the service sent it. */
function createdSummary(feed: Feed | FeedSummary): object {
  const body: unknown = answerOf(feed)?.body;
  const sent = typeof body === 'object' && body !== null ? body : feed;
  return Object.fromEntries(Object.entries(sent).filter(([name]) => name !== 'items'));
}
