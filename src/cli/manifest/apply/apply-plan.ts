import { ApiError } from '../../../client/errors.js';
import { stopsAll } from '../../bulk/each.js';
import { inOrder } from '../../bulk/in-order.js';
import { type Description, describe } from '../../errors/describe.js';
import { sourceId } from '../../sources/source-spec.js';
import type { Change, Member, Plan } from '../plan/change.js';
import { createBundle, updateBundle } from './apply-bundle.js';
import { createFeed, updateFeed } from './apply-feed.js';
import type { Tools } from './tools.js';

/**
 * Applies a plan and yields the result of each change. A failed change does not affect the others;
 * an error that would affect every change is thrown. In either case, planning again gives the
 * remaining changes.
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
    const id = await createFeed(change, tools);
    made.set(keyOf(change.source), id);
    return id;
  }

  // Bundles need the ids of all feeds, so they follow, one at a time.
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

/** Ignores 404: another client may have deleted it already. */
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

/** The result of one change. */
export type ChangeResult =
  | { change: Change; ok: true; id: string }
  | { change: Change; ok: false; error: Pick<Description, 'message' | 'code' | 'statusCode'> };
