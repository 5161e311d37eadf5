import { setTimeout as sleep } from 'node:timers/promises';
import { MESSAGE_FORMATS } from '../../../resources/message-formats.js';
import { throwFailures } from '../../bulk/each.js';
import {
  CliError,
  choice,
  duration,
  flag,
  type OptionValues,
  text,
  UsageError,
} from '../../kit/index.js';
import { plainOutput } from '../../kit/plain.js';
import { columns } from '../../output/columns.js';
import type { View } from '../../output/view.js';
import { defaultStatePath } from '../../state/default-path.js';
import { withLock } from '../../state/state-lock.js';
import type { Context } from '../../verbs/context.js';
import { defineVerb } from '../../verbs/verb.js';
import { ITEM_SAMPLE, resolveScopes, scopesArgument } from '../base/index.js';
import { ITEM_MORE } from '../base/more-output.js';
import { sourceFetcher } from './fetch-sources.js';
import { messageMaker, pollMessages } from './messages.js';
import { FACTS, PollPass, type WatchEvent } from './poll-pass.js';
import { ALL_FEEDS } from './read-watched.js';
import { SeenStore } from './seen-store.js';

const DEFAULT_INTERVAL_MS = 60_000;

const options = {
  interval: duration('TIME', 'fetch the sources at this interval (default: the service decides)'),
  sinceNow: flag('skip everything published before this run'),
  all: flag('also print existing items at the first run'),
  once: flag('poll once and exit, for cron'),
  state: text('FILE', 'file that stores the seen items (default: in the data directory)'),
  exec: text('CMD', 'shell command to run for each item'),
  format: choice(MESSAGE_FORMATS, 'FORMAT', 'print messages for a chat, as webhooks send them'),
  template: text('FILE', 'Mustache template, for --format template'),
};

export const watch = defineVerb({
  name: 'watch',
  summary: 'Print new and changed items as they appear',
  description: `
    Polls feeds and bundles, without an argument all feeds, and prints each new or changed item
    once. Progress is saved on disk; the next run resumes. The first run prints only items published
    after it starts; --all also prints the existing items. --since-now skips items published while
    no watch was running.
  `,
  details: `
    --exec runs a command for each item, with the item as JSON on standard input and without
    feedctl’s credentials; an item whose command fails is retried at the next poll; items are then
    printed only with -o or --fields. With --interval a feedctl service also fetches the sources at
    that interval, as far as its minimum interval and its limits per site allow; without it, the
    feeds are polled every 60 s and the service decides when to fetch their sources.

    --json prints one line per item, like jsonl, because the output has no end; with --once it
    prints an array. --format prints the messages that a webhook of that format sends, one JSON
    object per line, without the recipient: all items of a feed that one poll found are one update.
  `,
  arguments: { ids: scopesArgument },
  options,
  excludes: { all: ['sinceNow'], once: ['interval'], format: ['exec'] },
  requires: { template: 'format' },
  examples: {
    'feedctl watch': 'Print a line for each item of any feed from now on',
    'feedctl watch a1B2c3D4e5F6g7H8': 'Print a line for each item from now on',
    'feedctl watch _a1B2c3D4e5F6g7H8 --interval 5m -o jsonl':
      'Watch a bundle from a program, and fetch its sources every 5 minutes',
    "feedctl watch _a1B2c3D4e5F6g7H8 --once -q --exec 'jq -r .title | mail -s News jo@example.com'":
      'In a crontab: send a mail for each new item',
    'feedctl watch FEED --once -q --format slack | while read -r message; do curl -sd "$message" "$SLACK_WEBHOOK_URL"; done':
      'In a crontab: post to Slack without a service',
  },
  output: [{ change: 'new', watched: 'a1B2c3D4e5F6g7H8', ...ITEM_SAMPLE }],
  moreOutput: () => ITEM_MORE,
  exitCodes: [1, 3, 4, 6, 7, 8, 130, 143],
  async run(context, { ids: typed }, given) {
    const { interval, format, template, state, once } = given;
    if (interval !== undefined && interval < 1000) {
      throw new UsageError('--interval must be at least 1s: every poll sends a request per feed.');
    }
    const ids = (await resolveScopes(context, typed)).map((scope) => scope ?? ALL_FEEDS);
    const make = format === undefined ? null : await messageMaker(context, format, template);
    const client = await context.client();
    const facts = { env: context.env, credentials: await context.credentials() };
    const paths = ids.map((id) => [id, state ?? defaultStatePath('watch', id, facts)] as const);
    return locked([...new Set(paths.map(([, path]) => path))], async () => {
      const fetcher = interval === undefined ? null : sourceFetcher(context, client, interval);
      const stores = await openStores(paths);
      const pass = new PollPass(context, client, {
        ...given,
        ...{ stores, fetcher, commits: make !== null },
      });
      if (!once && context.streams.stderr.isTerminal) {
        const what = ids.length === 1 ? '' : `${ids.length} feeds and bundles `;
        const seconds = (interval ?? DEFAULT_INTERVAL_MS) / 1000;
        await context.notes.note(`Polling ${what}every ${seconds} s. Press Ctrl-C to stop.`);
      }
      const poll = make === null ? (id: string) => pass.poll(id) : pollMessages(pass, make);
      const found = polls(context, pass, { ids, interval, once, poll });
      if (make === null) await printEvents(context, found, given);
      else {
        const { stdout } = context.streams;
        for await (const message of found) await stdout.write(`${JSON.stringify(message)}\n`);
      }
      throwUnread(pass);
      return pass.failedHooks > 0 ? 8 : undefined;
    });
  },
});

/**
 * Prints events. With --exec the command gets them; they are printed only if a format was
 * requested.
 */
async function printEvents(
  { output, globals }: Context,
  events: AsyncIterable<object>,
  { exec, once }: OptionValues<typeof options>,
): Promise<void> {
  if (exec === undefined || globals.json || globals.output !== undefined || globals.fields) {
    return output.rows(events, WATCH_VIEW, { endless: !once });
  }
  for await (const _ of events);
}

/** @throws {CliError} when a feed or bundle could not be read */
function throwUnread(pass: PollPass): void {
  throwFailures(pass.outcomes, { done: 'read', many: 'feeds and bundles' });
}

/** Polls repeatedly, or once. */
async function* polls<T>(
  { signal }: Context,
  pass: PollPass,
  { ids, once, interval = DEFAULT_INTERVAL_MS, poll }: Polling<T>,
): AsyncGenerator<T> {
  for (;;) {
    for (const id of ids) yield* poll(id);
    await pass.noteOlder();
    if (once) {
      // If nothing could be read, it fails: an empty array would mean that there are no new items.
      if (pass.outcomes.every((outcome) => 'failure' in outcome)) throwUnread(pass);
      return;
    }
    if (pass.missing.size === ids.length) {
      throw new CliError('There is nothing to watch.', {
        exitCode: 3,
        code: 'NOTHING_TO_WATCH',
        hint: 'List the feeds: feedctl feeds list --all',
      });
    }
    await sleep(interval, undefined, { signal });
  }
}

interface Polling<T> {
  ids: readonly string[];
  once: boolean;
  /** Milliseconds between two polls. */
  interval: number | undefined;
  poll(id: string): AsyncIterable<T>;
}

/** The stores for the ids; several ids may share a file. */
async function openStores(
  paths: readonly (readonly [id: string, path: string])[],
): Promise<Map<string, SeenStore>> {
  const byPath = new Map<string, SeenStore>();
  const stores = new Map<string, SeenStore>();
  for (const [id, path] of paths) {
    const store = byPath.get(path) ?? (await SeenStore.open(path));
    byPath.set(path, store);
    stores.set(id, store);
  }
  return stores;
}

/** Locks in sorted order, so that two watches of the same feeds cannot deadlock. */
async function locked<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
  const nest = [...paths]
    .sort()
    .reduceRight<() => Promise<T>>((inner, path) => () => withLock(path, inner), work);
  return nest();
}

/** One line per item as it arrives: column widths are not known in advance. */
const WATCH_VIEW: View = {
  one: 'item',
  many: 'items',
  columns: columns('change watched date_published title url', {
    date_published: { heading: 'date_published' },
  }),
  line(row, paint) {
    const { change, title, url, feed, [FACTS]: watched } = row as WatchEvent;
    const time = new Date().toTimeString().slice(0, 8);
    const mark = change === 'new' ? paint.green('new    ') : paint.yellow('changed');
    const source = paint.cyan(plainOutput(feed?.title || watched.title));
    return [
      paint.dim(time),
      mark,
      source,
      plainOutput(title),
      paint.underline(plainOutput(url)),
    ].join('  ');
  },
};
