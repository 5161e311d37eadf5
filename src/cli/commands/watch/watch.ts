import { MESSAGE_FORMATS } from '../../../resources/message-formats.js';
import { any, choice, duration, flag, text, UsageError } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';
import { ITEM_SAMPLE } from '../base/index.js';

export const watch = defineVerb({
  name: 'watch',
  summary: 'Print new and changed items as they appear',
  description:
    'Polls feeds and bundles, without an argument all feeds, and prints each new or changed item once. Progress is saved on disk; the next run resumes. The first run prints only items published after it starts; --all also prints the existing items. --since-now skips items published while no watch was running.',
  details:
    '--exec runs a command for each item, with the item as JSON on standard input and without feedctl’s credentials; an item whose command fails is retried at the next poll; items are then printed only with -o or --fields. With --interval a feedctl service also fetches the sources at that interval, as far as its minimum interval and its limits per site allow; without it, the feeds are polled every 60 s and the service decides when to fetch their sources. --json prints one line per item, like jsonl, because the output has no end; with --once it prints an array. --format prints the messages that a webhook of that format sends, one JSON object per line, without the recipient: all items of a feed that one poll found are one update.',
  arguments: { ids: any('FEED|BUNDLE', 'feeds and bundles; none: all feeds; -: ids from a pipe') },
  options: {
    interval: duration('TIME', 'fetch the sources at this interval (default: the service decides)'),
    sinceNow: flag('skip everything published before this run'),
    all: flag('also print existing items at the first run'),
    once: flag('poll once and exit, for cron'),
    state: text('FILE', 'file that stores the seen items (default: in the data directory)'),
    exec: text('CMD', 'shell command to run for each item'),
    format: choice(MESSAGE_FORMATS, 'FORMAT', 'print messages for a chat, as webhooks send them'),
    template: text('FILE', 'Mustache template, for --format template'),
  },
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
  exitCodes: [1, 3, 4, 6, 7, 8, 130, 143],
  async run(context, { ids }, options) {
    if (options.all && options.sinceNow) {
      throw new UsageError('--all and --since-now cannot be combined.');
    }
    if (options.interval !== undefined && options.interval < 1000) {
      throw new UsageError('--interval must be at least 1s: every poll sends a request per feed.');
    }
    if (options.once && options.interval !== undefined) {
      throw new UsageError('--once and --interval cannot be combined.');
    }
    if (options.format !== undefined && options.exec !== undefined) {
      throw new UsageError('--format and --exec cannot be combined.');
    }
    if (options.template !== undefined && options.format === undefined) {
      throw new UsageError('--template needs --format template.');
    }
    const { watchFeeds } = await import('./watch-feeds.js');
    return watchFeeds(context, ids, options);
  },
});
