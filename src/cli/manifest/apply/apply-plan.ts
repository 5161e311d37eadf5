import { ApiError } from '../../../client/errors.js';
import type { FeedClient } from '../../../client/index.js';
import { stopsAll } from '../../bulk/each.js';
import { inOrder } from '../../bulk/in-order.js';
import type { ServiceKind } from '../../bulk/known-feeds.js';
import type { PatienceOptions } from '../../bulk/patience.js';
import { type Description, describe } from '../../errors/describe.js';
import { sourceId } from '../../sources/source-spec.js';
import type { Change, Member, Plan } from '../plan/change.js';
import { createBundle, updateBundle } from './apply-bundle.js';
import { createFeed, updateFeed } from './apply-feed.js';

/**
 * Goes the way of a plan and tells of every change as it is made. A change that fails leaves the
 * others alone; one that shows that all would fail ends it with its error. However it ends, planning
 * again gives what is left to do.
 */
export async function* applyPlan(plan: Plan, tools: Tools): AsyncGenerator<ChangeResult> {
  const made = new Map<string, string>();
  const keyOf = (source: Member['source']) => sourceId(source, { tellsModes: true });
  const idOf = ({ source, feedId }: Member) => feedId ?? made.get(keyOf(source));

  async function carryOut(change: Change): Promise<string> {
    if (change.action === 'delete') return remove(change, tools);
    if (change.kind === 'bundle') {
      return change.action === 'create'
        ? createBundle(change, idOf, tools)
        : updateBundle(change, idOf, tools);
    }
    if (change.action === 'update') return updateFeed(change, tools);
    const id = await createFeed(change.entry, tools);
    made.set(keyOf(change.source), id);
    return id;
  }

  // Bundles need the ids of all feeds, so they come one after another behind them.
  const isFirst = ({ kind, action }: Change) => kind === 'feed' && action !== 'delete';
  const attempt = (change: Change) => attempted(change, carryOut, tools.signal);
  yield* inOrder(plan.changes.filter(isFirst), tools.writes, attempt);
  yield* inOrder(
    plan.changes.filter((change) => !isFirst(change)),
    1,
    attempt,
  );
}

async function attempted(
  change: Change,
  carryOut: (change: Change) => Promise<string>,
  signal: AbortSignal,
): Promise<ChangeResult> {
  try {
    return { change, ok: true, id: await carryOut(change) };
  } catch (error) {
    if (stopsAll(error, signal)) throw error;
    const { message, code, statusCode } = describe(error);
    return { change, ok: false, error: { message, code, ...(statusCode && { statusCode }) } };
  }
}

/** Somebody else may have been faster; gone is gone. */
async function remove(
  { kind, id }: Extract<Change, { action: 'delete' }>,
  { client }: Tools,
): Promise<string> {
  try {
    await (kind === 'feed' ? client.deleteFeed(id) : client.deleteBundle(id));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
  return id;
}

/** What became of one change. */
export type ChangeResult =
  | { change: Change; ok: true; id: string }
  | { change: Change; ok: false; error: Pick<Description, 'message' | 'code' | 'statusCode'> };

/** What changes are made with. */
export interface Tools extends ServiceKind, PatienceOptions {
  client: FeedClient;
}
