import type { FeedClient, ListOptions, Rows } from '../../../client/index.js';
import {
  flag,
  inheritedFlags,
  type OptionSpec,
  shellCommand,
  text,
  UsageError,
  wholeNumber,
} from '../../kit/index.js';
import type { View } from '../../output/view.js';
import type { Context } from '../../verbs/context.js';
import { defineVerb, type Verb } from '../../verbs/verb.js';

/** Rows printed by default: one page of the interface, one request. */
const DEFAULT_LIMIT = 100;

export interface ListDefinition {
  /** Word before the verb: `bundles`. */
  noun: string;
  /** What they belong to: `the account`. */
  owner: string;
  view: View;
  sample: object;
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

/**
 * Number of rows to print; undefined for all.
 * @throws {UsageError} when both --all and --limit were given
 */
export function wantedRows({ limit, all }: { limit: number | undefined; all: boolean }) {
  if (all && limit !== undefined) {
    throw new UsageError('--all and --limit cannot be combined.');
  }
  return all ? undefined : (limit ?? DEFAULT_LIMIT);
}

/** `list`: rows of an account or of the service, newest first. */
export function defineList(definition: ListDefinition): Verb {
  const { noun, owner, view, sample, fields, whenEmpty, read } = definition;
  const { many } = view;
  return defineVerb({
    name: 'list',
    summary: `List the ${many} of ${owner}`,
    description: `Lists the ${many} of ${owner}, newest first: ${DEFAULT_LIMIT} unless --limit or --all is given. When there may be more, a line on standard error prints the command for the rest.`,
    options: pageOptions(many),
    examples: {
      [`feedctl ${noun} list`]: `List the newest ${many}`,
      [`feedctl ${noun} list --all -o jsonl`]: `Print all of them, one JSON object per line`,
      [`feedctl ${noun} list --fields ${fields}`]: 'Print only some fields',
    },
    output: [sample],
    exitCodes: [4, 6, 7],
    async run(context, _args, { limit, offset, all }) {
      const page = { limit: wantedRows({ limit, all }), offset };
      const client = await context.client();
      const empty = `No ${many} yet. ${whenEmpty}`;
      const command = [noun, 'list'];
      await printList(context, { command, view, empty, rows: read(client, page), ...page });
      return undefined;
    },
  });
}

/** A list to print. */
export interface Listing {
  /** Words of the command after `feedctl`, without the paging options. */
  command: readonly string[];
  view: View;
  /** The note to print when the list is empty. */
  empty: string;
  rows: Rows<{ id: string }>;
  limit: number | undefined;
  offset: number | undefined;
}

/** Prints the rows as they arrive, then the command for the remaining rows. */
export async function printList(context: Context, listing: Listing): Promise<void> {
  const { view, rows } = listing;
  const counted = await startReading(context, `Reading ${view.many}`, rows);
  await context.output.rows(counted.rows, view);
  await tellRest(context, { ...listing, shown: counted.count() });
}

/** Waits for the first row with a spinner, so that the spinner stops before rows are printed. */
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
  { command, view, empty, rows, shown, offset = 0, limit }: Listing & { shown: number },
): Promise<void> {
  const { one, many } = view;
  if (shown === 0 && offset === 0) return notes.hint(empty);
  if (rows.shifted) {
    await notes.warn(
      `The list changed while it was being read. Run the command again for a consistent result.`,
    );
  }
  if (!rows.more || limit === undefined) return;
  const next = shellCommand([
    ...['feedctl', ...command, '--offset', offset + shown, '--limit', limit],
    ...inheritedFlags(globals),
  ]);
  const rest = rows.total === undefined ? 'there may be more' : `there are ${rows.total}`;
  await notes.note(`Showing ${shown} ${shown === 1 ? one : many}; ${rest}. Next: ${next}`);
}

const PER: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

const spec = text('N/s', 'maximum write rate, such as 2/s or 30/m; "none" for no limit');

/** `--rate 30/m`: the minimum time between two writes, in milliseconds. */
export const rateOption: OptionSpec<number | undefined> = {
  ...spec,
  parse(given, flag) {
    const typed = spec.parse(given, flag);
    if (typed === undefined) return undefined;
    if (typed === 'none') return 0;
    const match = /^(\d{1,6}(?:\.\d{1,3})?)(?:\/(s|m|h))?$/.exec(typed);
    const count = Number(match?.[1]);
    if (count > 0) return (PER[match?.[2] ?? 's'] ?? 1000) / count;
    throw new UsageError(`${flag} takes a rate such as 2/s, 30/m or none, not "${typed}".`);
  },
};

/** The `--rate` flag for a follow-up command; empty without a rate. */
export function rateFlag(intervalMs: number | undefined): readonly string[] {
  if (intervalMs === undefined) return [];
  return ['--rate', intervalMs === 0 ? 'none' : asTyped(intervalMs)];
}

/** In the unit that gives the shortest number: 8571.43 ms are 7/m. */
function asTyped(intervalMs: number): string {
  const forms = Object.entries(PER).map(([unit, ms]) => {
    const count = Number((ms / intervalMs).toFixed(3));
    return { text: `${count}/${unit}`, error: Math.abs(count * intervalMs - ms) / ms };
  });
  const least = Math.min(...forms.map(({ error }) => error));
  const exact = forms.filter(({ error }) => error <= least + 1e-9);
  return exact.reduce((a, b) => (b.text.length < a.text.length ? b : a)).text;
}
