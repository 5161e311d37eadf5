import type { FeedClient, FeedRepair, RefreshOutcome } from '../../../client/index.js';
import { isBundleId } from '../../../contract/ids.js';
import { each, type Outcome, throwFailures } from '../../bulk/each.js';
import type { HealthCheckName } from '../../checks/table.js';
import type { ExitCode } from '../../kit/index.js';
import { resolveIds } from '../../lookup/resolve-names.js';
import { columns } from '../../output/columns.js';
import type { View } from '../../output/view.js';
import type { Context } from '../../verbs/context.js';
import { checkFeeds } from './check-feeds.js';
import { fixOne, rounded } from './fix-one.js';

const VIEW: View = {
  one: 'feed',
  many: 'feeds',
  columns: columns('id state confidence applied.outcome applied.items_new reason', {
    'applied.items_new': { kind: 'text' },
  }),
};

/** Problems that another list or another address can end. */
const FIXABLE: readonly HealthCheckName[] = ['failing', 'drifted'];

type Fix = FeedRepair & { applied: RefreshOutcome | null };

/**
 * Finds the lists of feeds again. One named feed is shown in full; of several, those that are failing
 * or drifted get a row each, and an uncertain list is accepted only with --yes.
 */
export async function fixFeeds(
  context: Context,
  typed: readonly string[],
  { dryRun }: { dryRun: boolean },
): Promise<ExitCode | undefined> {
  const ids = await resolveIds(context, typed, { of: 'either', verb: 'update', reads: dryRun });
  const [only] = ids;
  if (only !== undefined && ids.length === 1 && !isBundleId(only)) {
    return fixOne(context, only, { dryRun });
  }
  const client = await context.client();
  const checked = await checkFeeds(context, ids, new Map(), {
    maxAgeMs: undefined,
    skipPublished: true,
    wanted: FIXABLE,
  });
  const bad = checked.filter(({ found }) => found !== undefined);
  const outcomes: Outcome<Fix>[] = [];
  async function* rows() {
    for await (const outcome of each(
      bad.map(({ id }) => id),
      fix,
    )) {
      outcomes.push(outcome);
      if ('value' in outcome) yield outcome.value;
    }
  }
  const fix = (id: string) => fixed(client, id, { dryRun, accepts: context.globals.yes });
  await context.output.inOtherShape().rows(rows(), VIEW);
  throwFailures(outcomes, { done: 'fixed', many: 'feeds' });
  const left = outcomes.filter((each) => 'value' in each && isLeft(each.value));
  if (left.length === 0) {
    if (bad.length === 0) await context.notes.allWell('There is nothing to fix.');
    else await (await context.upkeep())?.all();
    return undefined;
  }
  await context.notes.note(
    dryRun
      ? 'To accept the lists: leave --dry-run out. To compare one: feedctl health FEED --fix --dry-run'
      : 'An uncertain list is accepted with --yes. To compare one: feedctl health FEED --fix --dry-run',
  );
  return dryRun ? 10 : 9;
}

async function fixed(
  client: FeedClient,
  id: string,
  { dryRun, accepts }: { dryRun: boolean; accepts: boolean },
): Promise<Fix> {
  const repair = rounded(await client.getFeedRepair(id));
  const { proposal, state } = repair;
  const isAccepted = proposal !== null && !dryRun && (state !== 'uncertain' || accepts);
  return { ...repair, applied: isAccepted ? await client.repairFeed(id, { proposal }) : null };
}

/** Whether there is a list that was not accepted, or did not help. */
function isLeft({ proposal, applied }: Fix): boolean {
  return proposal !== null && (applied === null || applied.outcome === 'failed');
}
