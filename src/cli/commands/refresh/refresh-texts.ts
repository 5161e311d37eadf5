import { isBundleId } from '../../../contract/ids.js';
import { each, type Outcome, throwFailures } from '../../bulk/each.js';
import { type AllTexts, fetchAllTexts } from '../../bulk/fetch-all-texts.js';
import { UsageError } from '../../kit/index.js';
import { resolveIds } from '../../lookup/resolve-names.js';
import { columns } from '../../output/columns.js';
import type { View } from '../../output/view.js';
import type { Context } from '../../verbs/context.js';
import type { RefreshOptions } from './run-refresh.js';

const VIEW: View = {
  one: 'feed',
  many: 'feeds',
  isReport: true,
  columns: columns('id fetched failed'),
};

interface TextOptions extends RefreshOptions {
  missing: boolean;
  /** Newest items of each feed; all when undefined. */
  limit: number | undefined;
}

/** Fetches the full texts of the items of feeds again and prints a row for each feed. */
export async function refreshTexts(
  context: Context,
  { ids, due, all, reread, limit, missing }: TextOptions,
): Promise<undefined> {
  const other = Object.entries({ '--due': due, '--all': all, '--reread': reread });
  for (const [flag, isGiven] of other) {
    if (isGiven) throw new UsageError(`--texts and ${flag} cannot be combined.`);
  }
  if (ids.length === 0) {
    throw new UsageError('--texts requires feeds or bundles.', {
      hint: 'For example: feedctl refresh a1B2c3D4e5F6g7H8 --texts',
    });
  }
  const client = await context.client();
  const named = await resolveIds(context, ids, { of: 'either', verb: 'update' });
  const feeds: string[] = [];
  for (const id of named)
    feeds.push(...(isBundleId(id) ? (await client.getBundle(id)).feeds : [id]));
  const outcomes: Outcome<AllTexts>[] = [];
  async function* rows() {
    for await (const outcome of each(feeds, fetchTexts)) {
      outcomes.push(outcome);
      if ('value' in outcome) yield { id: outcome.id, ...outcome.value };
    }
  }
  const fetchTexts = (id: string) => fetchAllTexts(context, client, id, { limit, missing });
  await context.output.inOtherShape().rows(rows(), VIEW);
  throwFailures(outcomes, { done: 'refreshed', many: 'feeds' });
}
