import { duration, flag, many, text, UsageError } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';
import { ITEM_SAMPLE } from '../base/index.js';

export const watch = defineVerb({
  name: 'watch',
  summary: 'Print new and changed items as they come',
  description:
    'Looks at feeds and bundles again and again and prints every item that is new or was changed, once: what was seen is kept on disk, so a later run goes on where this one stopped. The first run of all begins with what comes from now on; --all begins with the items that are there. --since-now leaves out what came while nothing watched. --exec runs a command for each item, which gets it as JSON on standard input and none of feedctl’s credentials; an item whose command fails comes again at the next look. --json prints a line each, as jsonl does, for there is no end; with --once it prints an array.',
  arguments: { ids: many('FEED|BUNDLE', 'what to watch') },
  options: {
    interval: duration('TIME', 'time between two looks (default 60s)'),
    sinceNow: flag('leave out everything up to now'),
    all: flag('begin with the items that are there, at the first run'),
    once: flag('look once and end, for cron'),
    state: text('FILE', 'where to keep what was seen (default: in the data directory)'),
    exec: text('CMD', 'shell command to run for each item'),
  },
  examples: [
    ['feedctl watch a1B2c3D4e5F6g7H8', 'A line for each item from now on'],
    ['feedctl watch _a1B2c3D4e5F6g7H8 --interval 5m -o jsonl', 'A bundle, for a program'],
    [
      "feedctl watch _a1B2c3D4e5F6g7H8 --once -q --exec 'jq -r .title | mail -s News jo@example.com'",
      'In a crontab: a mail for each new item',
    ],
  ],
  output: [{ change: 'new', watched: 'a1B2c3D4e5F6g7H8', ...ITEM_SAMPLE }],
  exitCodes: [1, 3, 4, 6, 7, 8, 130, 143],
  async run(context, { ids }, options) {
    if (options.all && options.sinceNow) {
      throw new UsageError('--all and --since-now contradict each other: give one.');
    }
    if (options.interval !== undefined && options.interval < 1000) {
      throw new UsageError('--interval is at least 1s: every look is a request for each feed.');
    }
    if (options.once && options.interval !== undefined) {
      throw new UsageError('--once and --interval contradict each other: give one.');
    }
    const { watchFeeds } = await import('./watch-feeds.js');
    return watchFeeds(context, ids, options);
  },
});
