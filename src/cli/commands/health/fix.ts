import type { FeedClient, FeedRepair, RefreshOutcome } from '../../../client/index.js';
import { isBundleId } from '../../../contract/ids.js';
import { printEach } from '../../bulk/each.js';
import { accountFlags, CliError, type ExitCode, shellCommand } from '../../kit/index.js';
import { resolveIds } from '../../lookup/resolve-names.js';
import { columns } from '../../output/columns.js';
import type { RecordView, View } from '../../output/view.js';
import type { Context } from '../../verbs/context.js';
import { confirm } from '../base/confirm.js';
import { checkFeeds } from './check-feeds.js';

type Fix = FeedRepair & { applied: RefreshOutcome | null };

/**
 * Finds the lists of feeds again. One named feed is shown in full; of several, each failing or
 * drifted feed gets a row, and an uncertain list needs --yes.
 */
export async function fixFeeds(
  context: Context,
  typed: readonly string[],
  dryRun: boolean,
): Promise<ExitCode | undefined> {
  const ids = await resolveIds(context, typed, { of: 'either', verb: 'update', reads: dryRun });
  const [only] = ids;
  return only !== undefined && ids.length === 1 && !isBundleId(only)
    ? fixOne(context, only, dryRun)
    : fixMany(context, ids, dryRun);
}

const ONE: RecordView = {
  fields: columns(
    'state confidence reason page_url feed_url selectors applied.outcome applied.items_new',
    {
      page_url: { heading: 'page' },
      feed_url: { heading: 'new feed' },
      'applied.items_new': { kind: 'text' },
    },
  ),
  rows: {
    field: 'items',
    view: {
      one: 'item',
      many: 'items',
      columns: columns('old.title:1 new.title:2 new.url:3', {
        'old.title': { heading: 'old list' },
        'new.title': { heading: 'new list' },
        'new.url': { heading: 'new address' },
      }),
    },
  },
};

/** Shows the new list of a feed next to the old one, and accepts it unless it is a dry run. */
async function fixOne(
  context: Context,
  id: string,
  dryRun: boolean,
): Promise<ExitCode | undefined> {
  const client = await context.client();
  const repair = await context.during('Reading the page', () => client.getFeedRepair(id));
  const { proposal } = repair;
  const show = (applied: RefreshOutcome | null) =>
    context.output.inOtherShape().record({ ...roundedInterval(repair), applied }, ONE);
  if (proposal === null || dryRun) {
    await show(null);
    await suggest(context, repair);
    return proposal === null ? undefined : 10;
  }
  if (repair.state === 'uncertain') await confirmList(context, repair);
  const applied = await context.during('Refreshing the feed', () =>
    client.repairFeed(id, { proposal }),
  );
  await show(applied);
  await (await context.maintenance())?.all();
  if (applied.outcome === 'failed') {
    throw new CliError('The new list was accepted, but the feed could not be refreshed.', {
      exitCode: 8,
      code: applied.error?.code ?? 'SOME_FAILED',
      detail: applied.error?.message ?? '',
      hint: `Try again: ${again(context, 'refresh', id)}`,
    });
  }
  if (repair.selectors !== null) {
    await context.notes.note(
      'The selectors of the feed changed. Change them also where they are written down: feedctl export --to FILE',
    );
  }
  return undefined;
}

function again({ globals }: Context, ...words: readonly string[]): string {
  return shellCommand(['feedctl', ...words, ...accountFlags(globals)]);
}

/** Rounds the confidence to two digits, which are enough for people. */
function roundedInterval(repair: FeedRepair): FeedRepair {
  return { ...repair, confidence: Math.round(repair.confidence * 100) / 100 };
}

async function suggest(context: Context, repair: FeedRepair): Promise<void> {
  const { notes } = context;
  const { id, page_url: page, feed_url: named, proposal, state } = repair;
  if (proposal === null) return notes.allWell('There is nothing to fix.');
  const offered =
    named === null ? 'Accept the new list' : 'Follow the feed that the site names now';
  await notes.note(`${offered}: ${again(context, 'health', id, '--fix')}`);
  if (state !== 'uncertain' || named !== null) return;
  await notes.note(
    `Choose among all lists of the page: ${again(context, 'preview', page, '--pick')}`,
  );
}

/** Asks for confirmation before a feed gets a list that may be another one. */
async function confirmList(
  context: Context,
  { known, items, confidence }: FeedRepair,
): Promise<void> {
  const titles = items.flatMap((item) => (item.new === null ? [] : [item.new.title]));
  for (const title of titles.slice(0, 3)) await context.notes.note(title);
  const percent = Math.round(confidence * 100);
  const question = `Accept this list of ${titles.length} items? It has ${known.found} of ${known.of} known items (confidence ${percent} %).`;
  await confirm(context, question, 'The feed was not changed.');
}

const MANY: View = {
  one: 'feed',
  many: 'feeds',
  columns: columns('id state confidence applied.outcome applied.items_new reason', {
    'applied.items_new': { kind: 'text' },
  }),
};

/** Prints a row for each feed with a problem that another list or another address can fix. */
async function fixMany(
  context: Context,
  ids: readonly string[],
  dryRun: boolean,
): Promise<ExitCode | undefined> {
  const client = await context.client();
  const wanted = ['failing', 'drifted'] as const;
  const { checks } = await checkFeeds(context, ids, new Map(), { skipPublished: true, wanted });
  const bad = checks.flatMap(({ id, found }) => (found === undefined ? [] : [id]));
  const fixes = await printEach(bad, {
    output: context.output.inOtherShape(),
    view: MANY,
    work: (id) => fixed(client, id, { dryRun, accepts: context.globals.yes }),
    done: 'fixed',
  });
  // True if a list was not accepted, or did not help.
  const isLeft = fixes.some(
    ({ proposal, applied }) =>
      proposal !== null && (applied === null || applied.outcome === 'failed'),
  );
  if (!isLeft) {
    if (bad.length === 0) await context.notes.allWell('There is nothing to fix.');
    else await (await context.maintenance())?.all();
    return undefined;
  }
  const how = dryRun
    ? 'To accept the lists: leave --dry-run out.'
    : 'An uncertain list is accepted with --yes.';
  await context.notes.note(`${how} To compare one: feedctl health FEED --fix --dry-run`);
  return dryRun ? 10 : 9;
}

async function fixed(
  client: FeedClient,
  id: string,
  { dryRun, accepts }: { dryRun: boolean; accepts: boolean },
): Promise<Fix> {
  const repair = roundedInterval(await client.getFeedRepair(id));
  const { proposal, state } = repair;
  const isAccepted = proposal !== null && !dryRun && (state !== 'uncertain' || accepts);
  return { ...repair, applied: isAccepted ? await client.repairFeed(id, { proposal }) : null };
}
