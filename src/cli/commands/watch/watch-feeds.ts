import type { MessageFormat } from '../../../resources/message-formats.js';
import { throwFailures } from '../../bulk/each.js';
import { CliError, type ExitCode } from '../../kit/index.js';
import { plain } from '../../kit/plain.js';
import { columns } from '../../output/columns.js';
import type { View } from '../../output/view.js';
import { withLock } from '../../state/state-lock.js';
import type { Context } from '../../verbs/context.js';
import { resolveScopes } from '../base/index.js';
import { sourceFetcher } from './fetch-sources.js';
import { messageMaker, pollMessages } from './messages.js';
import { FROM, PollPass, type WatchEvent } from './poll-pass.js';
import { ALL_FEEDS } from './read-watched.js';
import { defaultStatePath, SeenStore } from './seen-store.js';

export interface WatchOptions {
  /** Milliseconds between two fetches of a source; undefined: the service decides when to fetch. */
  interval: number | undefined;
  sinceNow: boolean;
  all: boolean;
  once: boolean;
  /** One file for everything watched; when absent, a default file per id. */
  state: string | undefined;
  /** Shell command for each item. */
  exec: string | undefined;
  /** Prints messages of this format in place of items. */
  format: MessageFormat | undefined;
  template: string | undefined;
}

const DEFAULT_INTERVAL_MS = 60_000;

/** Polls repeatedly, or once, and prints new items. Returns only with `once`. */
export async function watchFeeds(
  context: Context,
  typed: readonly string[],
  options: WatchOptions,
): Promise<ExitCode | undefined> {
  const ids = (await resolveScopes(context, typed)).map((scope) => scope ?? ALL_FEEDS);
  const { format, template } = options;
  const make = format === undefined ? null : await messageMaker(context, format, template);
  const client = await context.client();
  const paths = await statePaths(context, ids, options.state);
  return locked([...new Set(paths.values())], async () => {
    const stores = await openStores(paths);
    const { interval } = options;
    const fetcher = interval === undefined ? null : sourceFetcher(context, client, interval);
    const pass = new PollPass(context, client, {
      ...options,
      stores,
      fetcher,
      commits: make !== null,
    });
    await notePolling(context, ids.length, options);
    if (make === null) {
      const events = polls(context, pass, ids, options, (id) => pass.poll(id));
      await printEvents(context, events, options);
    } else {
      const messages = polls(context, pass, ids, options, (id) => pollMessages(pass, id, make));
      const { stdout } = context.streams;
      for await (const message of messages) await stdout.write(`${JSON.stringify(message)}\n`);
    }
    throwUnread(pass);
    return pass.failedHooks > 0 ? 8 : undefined;
  });
}

/** With --exec the command gets the items; they are printed only in a format that was asked for. */
async function printEvents(
  { output, globals }: Context,
  events: AsyncIterable<WatchEvent>,
  { exec, once }: WatchOptions,
): Promise<void> {
  if (exec === undefined || output.format !== 'table' || globals.fields !== undefined) {
    return output.rows(events, WATCH_VIEW, { endless: !once });
  }
  for await (const _ of events);
}

/** @throws {CliError} when a feed or bundle could not be read */
function throwUnread(pass: PollPass): void {
  throwFailures(pass.outcomes, { done: 'read', many: 'feeds and bundles' });
}

async function* polls<T>(
  { signal }: Context,
  pass: PollPass,
  ids: readonly string[],
  { once, interval = DEFAULT_INTERVAL_MS }: WatchOptions,
  poll: (id: string) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const { setTimeout: sleep } = await import('node:timers/promises');
  for (;;) {
    for (const id of ids) yield* poll(id);
    if (once) {
      // Nothing could be read: an empty array would claim that there are no new items.
      if (pass.outcomes.every((outcome) => 'failure' in outcome)) throwUnread(pass);
      return;
    }
    if (pass.missing.size === ids.length) throw nothingLeft();
    await sleep(interval, undefined, { signal });
  }
}

async function statePaths(
  context: Context,
  ids: readonly string[],
  state: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const credentials = await context.credentials();
  return new Map(
    ids.map((id) => [id, state ?? defaultStatePath(context.env, credentials, id)] as const),
  );
}

async function openStores(paths: ReadonlyMap<string, string>): Promise<Map<string, SeenStore>> {
  const byPath = new Map<string, SeenStore>();
  for (const path of new Set(paths.values())) byPath.set(path, await SeenStore.open(path));
  return new Map(
    [...paths].flatMap(([id, path]) => {
      const store = byPath.get(path);
      return store === undefined ? [] : [[id, store] as const];
    }),
  );
}

/** Locks in sorted order, so that two watches of the same feeds cannot deadlock. */
async function locked<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
  const nest = [...paths]
    .sort()
    .reduceRight<() => Promise<T>>((inner, path) => () => withLock(path, inner), work);
  return nest();
}

async function notePolling(
  { notes, streams }: Context,
  count: number,
  { once, interval = DEFAULT_INTERVAL_MS }: WatchOptions,
): Promise<void> {
  if (once || !streams.stderr.isTerminal) return;
  const what = count === 1 ? '' : `${count} feeds and bundles `;
  await notes.note(`Polling ${what}every ${interval / 1000} s. Press Ctrl-C to stop.`);
}

function nothingLeft(): CliError {
  return new CliError('There is nothing to watch.', {
    exitCode: 3,
    code: 'NOTHING_TO_WATCH',
    hint: 'List the feeds: feedctl feeds list --all',
  });
}

/** One line per item as it arrives: column widths are not known in advance. */
export const WATCH_VIEW: View = {
  one: 'item',
  many: 'items',
  columns: columns('change watched date_published title url', {
    date_published: { heading: 'date_published' },
  }),
  line(row, paint) {
    const { change, title, url, [FROM]: from } = row as WatchEvent;
    const time = new Date().toTimeString().slice(0, 8);
    const mark = change === 'new' ? paint.green('new    ') : paint.yellow('changed');
    const parts = [paint.dim(time), mark, paint.cyan(plain(from)), plain(title)];
    return [...parts, paint.underline(plain(url))].join('  ');
  },
};
