import { ApiError } from '../../../client/errors.js';
import type { FeedClient, SourceAccess, UpdateSourceAccess } from '../../../client/index.js';
import type { RetryOptions } from '../../bulk/create-once.js';
import { stopsAll } from '../../bulk/each.js';
import { mapInOrder } from '../../bulk/in-order.js';
import type { ServiceKind } from '../../bulk/known-feeds.js';
import { makeBundle } from '../../bulk/make-bundle.js';
import { makeFeed, sendValues } from '../../bulk/make-feed.js';
import { type Description, describe } from '../../errors/describe.js';
import { CliError } from '../../kit/index.js';
import type { SourceSpec } from '../../sources/model.js';
import { sourceId } from '../../sources/source-spec.js';
import { metadataOf, settingsOf } from '../../sources/values.js';
import type { BundleChange, Change, FeedChange, Plan } from '../plan/change.js';

/** Everything needed to apply changes. */
export interface Tools extends ServiceKind, RetryOptions {
  client: FeedClient;
  /** Secrets for sources, by change. */
  secrets?: ReadonlyMap<Change, UpdateSourceAccess>;
  /** Creates feeds whose sources cannot be read now, as failing feeds. */
  keepFailing?: boolean;
  /** Called for a feed that was created although its source cannot be read. */
  onFailing?: (source: SourceSpec, reason: string) => void;
}

/** The result of one change. */
export type ChangeResult =
  | { change: Change; ok: true; id: string }
  | { change: Change; ok: false; error: Pick<Description, 'message' | 'code' | 'statusCode'> };

/**
 * Applies a plan and yields the result of each change. A failed change does not affect the others;
 * an error that would affect every change is thrown. In either case, planning again gives the
 * remaining changes.
 */
export async function* applyPlan(
  { changes }: Pick<Plan, 'changes'>,
  tools: Tools,
): AsyncGenerator<ChangeResult> {
  /** Ids of the feeds that this run created, by source. */
  const made = new Map<string, string>();
  const attempt = async (change: Change): Promise<ChangeResult> => {
    try {
      return { change, ok: true, id: await carryOut(change, made, tools) };
    } catch (error) {
      if (stopsAll(error, tools.signal)) throw error;
      const { message, code, statusCode } = describe(error);
      return { change, ok: false, error: { message, code, ...(statusCode && { statusCode }) } };
    }
  };
  // Bundles need the ids of all feeds, so they follow, one at a time.
  const isFirst = ({ kind, action }: Change) => kind === 'feed' && action !== 'delete';
  yield* mapInOrder(changes.filter(isFirst), tools.writes, attempt);
  yield* mapInOrder(
    changes.filter((change) => !isFirst(change)),
    1,
    attempt,
  );
}

async function carryOut(change: Change, made: Map<string, string>, tools: Tools): Promise<string> {
  const { action, kind, id } = change;
  if (action === 'delete' && id !== undefined) {
    await remove(kind, id, tools);
    return id;
  }
  if (kind === 'bundle') return applyBundle(change, made, tools);
  const feedId = await applyFeed(change, tools);
  made.set(sourceId(change.source), feedId);
  return feedId;
}

/** Ignores 404: another client may have deleted it already. */
async function remove(kind: Change['kind'], id: string, { client }: Tools): Promise<void> {
  try {
    await (kind === 'feed' ? client.deleteFeed(id) : client.deleteBundle(id));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

/** Creates a feed if it is missing, and sends the values that differ. */
async function applyFeed(change: FeedChange, tools: Tools): Promise<string> {
  const { source, values } = change;
  const { client, isOurs } = tools;
  const access = tools.secrets?.get(change);
  const { id } = change;
  if (id === undefined) {
    const options = {
      ...tools,
      values,
      // Nothing is removed from a new feed.
      access: access as SourceAccess | undefined,
      keepFailing: tools.keepFailing === true && isOurs,
    };
    const { feed } = await makeFeed(client, source, options);
    if (feed.health === 'failing') tools.onFailing?.(source, feed.last_error ?? '');
    await sendValues(client, feed, values);
    return feed.id;
  }
  const metadata = { ...metadataOf(values), ...(access !== undefined && { access }) };
  const settings = settingsOf(values);
  if (Object.keys(metadata).length > 0) await client.updateFeed(id, metadata);
  if (Object.keys(settings).length > 0) await client.updateFeedSettings(id, settings);
  return id;
}

/** Adds and removes members one by one: no endpoint replaces all members. */
async function applyBundle(
  { id, name, values, add, remove: gone }: BundleChange,
  made: ReadonlyMap<string, string>,
  tools: Tools,
): Promise<string> {
  const { client } = tools;
  const feeds = add.flatMap(({ source, feedId }) => feedId ?? made.get(sourceId(source)) ?? []);
  let bundle = id;
  if (bundle === undefined) {
    bundle = (await makeBundle(client, { name, feeds, ...values }, tools)).id;
  } else {
    if (Object.keys(values).length > 0) await client.updateBundle(bundle, values);
    for (const feed of feeds) await client.addFeedToBundle(bundle, feed);
    for (const { feedId = '' } of gone) await client.removeFeedFromBundle(bundle, feedId);
  }
  const missing = add.length - feeds.length;
  if (missing === 0) return bundle;
  const [members, their] =
    missing === 1 ? ['1 member is', 'its feed'] : [`${missing} members are`, 'their feeds'];
  throw new CliError(`${members} still missing: ${their} could not be created.`, {
    exitCode: 8,
    code: 'MEMBERS_MISSING',
  });
}
