import { throwFailures } from '../../bulk/each.js';
import { CliError, type ExitCode } from '../../kit/index.js';
import { plain } from '../../kit/plain.js';
import type { View } from '../../output/view.js';
import { withLock } from '../../state/state-lock.js';
import type { Context } from '../../verbs/context.js';
import { FROM, Round, type WatchEvent } from './round.js';
import { defaultStatePath, SeenStore } from './seen-store.js';

export interface WatchOptions {
  /** Milliseconds between two looks. */
  interval: number | undefined;
  sinceNow: boolean;
  all: boolean;
  once: boolean;
  /** One file for everything watched; a default for each id when absent. */
  state: string | undefined;
  /** Shell command for each item. */
  exec: string | undefined;
}

const DEFAULT_INTERVAL_MS = 60_000;

/** Looks again and again, or once, and prints what is new. Ends by itself only with `once`. */
export async function watchFeeds(
  context: Context,
  typed: readonly string[],
  options: WatchOptions,
): Promise<ExitCode | undefined> {
  const { resolveIds } = await import('../../lookup/resolve-names.js');
  const ids = await resolveIds(context, typed, { of: 'either', verb: 'get', reads: true });
  const client = await context.client();
  const places = await placesOf(context, ids, options.state);
  return locked([...new Set(places.values())], async () => {
    const stores = await openStores(places);
    const round = new Round(context, client, { ...options, stores });
    await announce(context, ids.length, options);
    await context.output.rows(events(context, round, ids, options), WATCH_VIEW, {
      endless: !options.once,
    });
    throwUnread(round);
    return round.failedHooks > 0 ? 8 : undefined;
  });
}

/** @throws {CliError} when something could not be read */
function throwUnread(round: Round): void {
  throwFailures(round.outcomes, { done: 'read', many: 'feeds and bundles' });
}

async function* events(
  { signal }: Context,
  round: Round,
  ids: readonly string[],
  { once, interval = DEFAULT_INTERVAL_MS }: WatchOptions,
) {
  const { setTimeout: sleep } = await import('node:timers/promises');
  for (;;) {
    for (const id of ids) yield* round.look(id);
    if (once) {
      // Nothing could be read: an empty array would say that there is nothing new.
      if (round.outcomes.every((outcome) => 'failure' in outcome)) throwUnread(round);
      return;
    }
    if (round.gone.size === ids.length) throw nothingLeft();
    await sleep(interval, undefined, { signal });
  }
}

async function placesOf(
  context: Context,
  ids: readonly string[],
  state: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const credentials = await context.credentials();
  return new Map(
    ids.map((id) => [id, state ?? defaultStatePath(context.env, credentials, id)] as const),
  );
}

async function openStores(places: ReadonlyMap<string, string>): Promise<Map<string, SeenStore>> {
  const byPath = new Map<string, SeenStore>();
  for (const path of new Set(places.values())) byPath.set(path, await SeenStore.open(path));
  return new Map(
    [...places].flatMap(([id, path]) => {
      const store = byPath.get(path);
      return store === undefined ? [] : [[id, store] as const];
    }),
  );
}

/** Sorted, so that two watches of the same feeds cannot each hold what the other waits for. */
async function locked<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
  const nest = [...paths]
    .sort()
    .reduceRight<() => Promise<T>>((inner, path) => () => withLock(path, inner), work);
  return nest();
}

async function announce(
  { notes, streams }: Context,
  count: number,
  { once, interval = DEFAULT_INTERVAL_MS }: WatchOptions,
): Promise<void> {
  if (once || !streams.stderr.isTerminal) return;
  const what = count === 1 ? '' : `${count} feeds and bundles `;
  await notes.note(`Looking ${what}every ${interval / 1000} s. Ctrl-C ends it.`);
}

function nothingLeft(): CliError {
  return new CliError('Nothing is left to watch.', {
    exitCode: 3,
    code: 'NOTHING_TO_WATCH',
    hint: 'See which feeds there are: feedctl feeds list --all',
  });
}

/** A line as it comes: nothing is known yet of the widths of what follows. */
export const WATCH_VIEW: View = {
  one: 'item',
  many: 'items',
  columns: [
    { field: 'change' },
    { field: 'watched', kind: 'id' },
    { field: 'date_published', kind: 'time' },
    { field: 'title' },
    { field: 'url', kind: 'url' },
  ],
  line(row, paint) {
    const { change, title, url, [FROM]: from } = row as WatchEvent;
    const time = new Date().toTimeString().slice(0, 8);
    const mark = change === 'new' ? paint.green('new    ') : paint.yellow('changed');
    const parts = [paint.dim(time), mark, paint.cyan(plain(from)), plain(title)];
    return [...parts, paint.underline(plain(url))].join('  ');
  },
};
