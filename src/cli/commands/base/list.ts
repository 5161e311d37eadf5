import type { FeedClient, ListOptions, Rows } from '../../../client/index.js';
import {
  carriedOver,
  defineVerb,
  flag,
  shellCommand,
  UsageError,
  type Verb,
  wholeNumber,
} from '../../frame.js';
import type { View } from '../../output/view.js';
import type { Context } from '../../running/context.js';

/** One page of the interface: as much as a person looks through, and a single request. */
const DEFAULT_LIMIT = 100;

export interface ListDefinition {
  /** Word before the verb: `feeds`. */
  noun: string;
  view: View;
  sample: object;
  /** What to do while there are none. */
  whenEmpty: string;
  read(client: FeedClient, options: ListOptions): Rows<{ id: string }>;
}

/** `list`: the rows of an account, newest first. */
export function defineList({ noun, view, sample, whenEmpty, read }: ListDefinition): Verb {
  const { many } = view;
  return defineVerb({
    name: 'list',
    summary: `List the ${many} of the account`,
    description: `Lists the ${many} of the account, newest first: ${DEFAULT_LIMIT} unless --limit or --all says otherwise. When there may be more, a line on standard error gives the command for the rest.`,
    options: {
      limit: wholeNumber('N', `how many ${many} in total (default ${DEFAULT_LIMIT})`, { min: 1 }),
      offset: wholeNumber('N', `how many ${many} to skip`),
      all: flag(`all the ${many} there are`),
    },
    examples: [
      [`feedctl ${noun} list`, `See the newest ${many}`],
      [`feedctl ${noun} list --all -o jsonl`, `Every one of them, a line each, as they arrive`],
      [`feedctl ${noun} list --fields id,rss_feed_url`, 'Only some fields'],
    ],
    output: [sample],
    exitCodes: [4, 6, 7],
    async run(context, _args, { limit, offset, all }) {
      if (all && limit !== undefined) {
        throw new UsageError('--all and --limit contradict each other: give one.');
      }
      const client = await context.client();
      const wanted = all ? undefined : (limit ?? DEFAULT_LIMIT);
      const rows = read(client, { limit: wanted, offset });
      const counted = await startReading(context, `Reading ${many}`, rows);
      await context.output.rows(counted.rows, view);
      await tellRest(context, {
        noun,
        view,
        whenEmpty,
        rows,
        shown: counted.count(),
        offset,
        limit: wanted,
      });
      return undefined;
    },
  });
}

/** Waits for the first row under a spinner, so that none is spinning while rows are printed. */
async function startReading(context: Context, label: string, rows: AsyncIterable<object>) {
  const iterator = rows[Symbol.asyncIterator]();
  let next = await context.during(label, () => iterator.next());
  let count = 0;
  async function* all() {
    for (; next.done !== true; next = await iterator.next()) {
      count += 1;
      yield next.value;
    }
  }
  return { rows: all(), count: () => count };
}

async function tellRest(
  { notes, globals }: Context,
  facts: {
    noun: string;
    view: View;
    whenEmpty: string;
    rows: Rows<unknown>;
    shown: number;
    offset: number | undefined;
    limit: number | undefined;
  },
): Promise<void> {
  const { noun, view, whenEmpty, rows, shown, offset = 0, limit } = facts;
  const { one, many } = view;
  if (shown === 0 && offset === 0) return notes.note(`No ${many} yet. ${whenEmpty}`);
  if (rows.shifted) {
    await notes.warn(`The list changed while it was read; run the command again to be sure.`);
  }
  if (!rows.more || limit === undefined) return;
  const command = shellCommand([
    ...['feedctl', noun, 'list', '--offset', offset + shown, '--limit', limit],
    ...carriedOver(globals),
  ]);
  const rest = rows.total === undefined ? 'there may be more' : `there are ${rows.total}`;
  await notes.note(`Showing ${shown} ${shown === 1 ? one : many}; ${rest}. Next: ${command}`);
}
