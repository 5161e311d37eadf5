import type { FeedClient, ListOptions, Rows } from '../../../client/index.js';
import { commandAgain, flag, wholeNumber } from '../../kit/index.js';
import type { View } from '../../output/view.js';
import type { Context } from '../../verbs/context.js';
import { defineVerb, type Verb } from '../../verbs/verb.js';

/** Rows printed by default: one page of the interface, one request. */
const DEFAULT_LIMIT = 100;

interface ListDefinition {
  /** Word before the verb: `bundles`. */
  noun: string;
  /** The owner of the rows, such as `the account`. */
  owner: string;
  view: View;
  sample: object;
  /** See `moreOutput` of a verb. */
  more?: () => object;
  /** Fields to print in an example. */
  fields: string;
  /** What to do when the list is empty. */
  whenEmpty: string;
  read(client: FeedClient, options: ListOptions): Rows<{ id: string }>;
}

/** Paging options of every list. */
export function pageOptions(many: string) {
  return {
    limit: wholeNumber('N', `maximum number of ${many} (default ${DEFAULT_LIMIT})`, { min: 1 }),
    offset: wholeNumber('N', `number of ${many} to skip`),
    all: flag(`list all ${many}`),
  };
}

/** `excludes` of a verb with `pageOptions`. */
export const PAGE_EXCLUDES = { all: ['limit'] } as const;

/** Number of rows to print; undefined for all. */
export function wantedRows({ limit, all }: { limit: number | undefined; all: boolean }) {
  return all ? undefined : (limit ?? DEFAULT_LIMIT);
}

/** `list`: rows of an account or of the service, newest first. */
export function defineList(definition: ListDefinition): Verb {
  const { noun, owner, view, sample, more, fields, whenEmpty, read } = definition;
  const { many } = view;
  return defineVerb({
    name: 'list',
    summary: `List the ${many} of ${owner}`,
    description: `Lists the ${many} of ${owner}, newest first: ${DEFAULT_LIMIT} unless --limit or --all is given. When there may be more, a line on standard error prints the command for the rest.`,
    options: pageOptions(many),
    excludes: PAGE_EXCLUDES,
    examples: {
      [`feedctl ${noun} list`]: `List the newest ${many}`,
      [`feedctl ${noun} list --all -o jsonl`]: `Print all of them, one JSON object per line`,
      [`feedctl ${noun} list --fields ${fields}`]: 'Print only some fields',
    },
    output: [sample],
    ...(more !== undefined && { moreOutput: more }),
    exitCodes: [4, 6, 7],
    async run(context, _args, { limit, offset, all }) {
      const page = { limit: wantedRows({ limit, all }), offset };
      const client = await context.client();
      const empty = `No ${many} yet. ${whenEmpty}`;
      await printList(context, { view, empty, rows: read(client, page), ...page });
    },
  });
}

/** A list to print. */
export interface Listing {
  view: View;
  /** The note to print when the list is empty. */
  empty: string;
  rows: Rows<{ id: string }>;
  limit: number | undefined;
  offset: number | undefined;
}

/** Prints the rows as they arrive, then the command for the remaining rows. */
export async function printList(context: Context, listing: Listing): Promise<void> {
  const { view, empty, rows, limit, offset = 0 } = listing;
  const { notes } = context;
  // The spinner must stop before rows are printed.
  const iterator = rows[Symbol.asyncIterator]();
  const first = await context.during(`Reading ${view.many}`, () => iterator.next());
  let shown = 0;
  async function* counted() {
    for (let next = first; next.done !== true; next = await iterator.next()) {
      shown += 1;
      yield next.value;
    }
  }
  await context.output.rows(counted(), view);
  if (shown + offset === 0) return notes.hint(empty);
  await warnShifted(context, rows);
  if (!rows.more || limit === undefined) return;
  const next = commandAgain(context.typed, ['--offset', offset + shown, '--limit', limit]);
  const rest = rows.total === undefined ? 'there may be more' : `there are ${rows.total}`;
  await notes.note(
    `Showing ${shown} ${shown === 1 ? view.one : view.many}; ${rest}. Next: ${next}`,
  );
}

/** Warns when rows were added or deleted between two pages. */
export async function warnShifted({ notes }: Context, { shifted }: { shifted: boolean }) {
  if (!shifted) return;
  await notes.warn(
    'The list changed while it was being read. Run the command again for a consistent result.',
  );
}
