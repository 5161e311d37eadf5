import type { FeedRepair, RefreshOutcome } from '../../../client/index.js';
import { accountFlags, CliError, type ExitCode, shellCommand } from '../../kit/index.js';
import type { RecordView } from '../../output/view.js';
import type { Context } from '../../verbs/context.js';
import { confirm } from '../base/confirm.js';

const VIEW: RecordView = {
  fields: [
    { field: 'state', kind: 'state' },
    { field: 'confidence' },
    { field: 'reason' },
    { field: 'page_url', heading: 'page', kind: 'url' },
    { field: 'feed_url', heading: 'new feed', kind: 'url' },
    { field: 'selectors' },
    { field: 'applied.outcome', heading: 'applied', kind: 'state' },
    { field: 'applied.items_new', heading: 'new items' },
  ],
  rows: {
    field: 'items',
    view: {
      one: 'item',
      many: 'items',
      columns: [
        { field: 'old.title', heading: 'old list', rank: 1 },
        { field: 'new.title', heading: 'new list', rank: 2 },
        { field: 'new.url', heading: 'new address', kind: 'url', rank: 3 },
      ],
    },
  },
};

/** Shows the new list of a feed beside the old one, and accepts it unless it is a dry run. */
export async function fixOne(
  context: Context,
  id: string,
  { dryRun }: { dryRun: boolean },
): Promise<ExitCode | undefined> {
  const client = await context.client();
  const repair = await context.during('Reading the page', () => client.getFeedRepair(id));
  const { proposal } = repair;
  if (proposal === null || dryRun) {
    await show(context, repair, null);
    await suggest(context, repair);
    return proposal === null ? undefined : 10;
  }
  if (repair.state === 'uncertain') await confirmList(context, repair);
  const applied = await context.during('Refreshing the feed', () =>
    client.repairFeed(id, { proposal }),
  );
  await show(context, repair, applied);
  await (await context.upkeep())?.all();
  if (applied.outcome === 'failed') throw notRefreshed(context, repair, applied);
  if (repair.selectors !== null) {
    await context.notes.note(
      'The selectors of the feed changed. Change them also where they are written down: feedctl export --out FILE',
    );
  }
  return undefined;
}

async function show(
  { output }: Context,
  repair: FeedRepair,
  applied: RefreshOutcome | null,
): Promise<void> {
  await output.inOtherShape().record({ ...rounded(repair), applied }, VIEW);
}

/** For people two digits of the confidence are enough. */
export function rounded(repair: FeedRepair): FeedRepair {
  return { ...repair, confidence: Math.round(repair.confidence * 100) / 100 };
}

async function suggest(context: Context, repair: FeedRepair): Promise<void> {
  const { notes, globals } = context;
  const { id, page_url: page, feed_url: named, proposal } = repair;
  const command = (...words: string[]) =>
    shellCommand(['feedctl', ...words, ...accountFlags(globals)]);
  if (proposal === null) {
    await notes.allWell('There is nothing to fix.');
    return;
  }
  const offered =
    named === null ? 'Accept the new list' : 'Follow the feed that the site names now';
  await notes.note(`${offered}: ${command('health', id, '--fix')}`);
  if (repair.state === 'uncertain' && named === null) {
    await notes.note(`Choose among all lists of the page: ${command('preview', page, '--pick')}`);
  }
}

/** Before the feed is given a list that may be another one. */
async function confirmList(context: Context, repair: FeedRepair): Promise<void> {
  const { known, items, confidence } = repair;
  const count = items.filter((item) => item.new !== null).length;
  const titles = items.flatMap((item) => (item.new === null ? [] : [item.new.title]));
  for (const title of titles.slice(0, 3)) await context.notes.note(title);
  const percent = Math.round(confidence * 100);
  const question = `Accept this list of ${count} items? It has ${known.found} of ${known.of} known items (confidence ${percent} %).`;
  await confirm(context, question, 'The feed was not changed.');
}

function notRefreshed(
  { globals }: Context,
  { id }: FeedRepair,
  { error }: RefreshOutcome,
): CliError {
  return new CliError('The new list was accepted, but the feed could not be refreshed.', {
    exitCode: 8,
    code: error?.code ?? 'SOME_FAILED',
    detail: error?.message ?? '',
    hint: `Try again: ${shellCommand(['feedctl', 'refresh', id, ...accountFlags(globals)])}`,
  });
}
