import { any, duration, flag, text, UsageError, wholeNumber } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';

export const HEALTH_SAMPLE = [
  {
    status: 'problem',
    problem: 'stale',
    id: 'a1B2c3D4e5F6g7H8',
    title: 'Example News',
    detail: 'Its newest item is 3 d old.',
    since: '2026-01-31T08:30:00.000Z',
    failing_since: null,
    fixes: ['feedctl refresh a1B2c3D4e5F6g7H8'],
  },
];

export const health = defineVerb({
  name: 'health',
  summary: 'Find feeds that are stale or failing, for cron',
  description:
    'Checks every feed of the account, or the given feeds. Problems: the feed cannot be read (failing), is no longer refreshed (inactive), has no items (empty), reads a page that changed so that its list is no longer found (drifted), or has no new item within three times its usual gap, at least a day, or within --max-age (stale; paused feeds are exempt); its published address does not return a feed (unpublished, not-a-feed), requires payment (unpaid), or an item asks for payment (notice). With --state, each problem is reported once when it starts and once when it ends; without it, all problems are reported. Exits with 9 while there is any problem, reported before or not.',
  arguments: { ids: any('FEED|BUNDLE', 'feeds to check; a bundle stands for all its feeds') },
  options: {
    maxAge: duration('TIME', 'maximum age of the newest item (default: three times the usual gap)'),
    state: text('FILE', 'report each problem once, and its end; keep the state in FILE'),
    after: wholeNumber('N', 'report only problems found N times in a row, with --state', {
      min: 1,
    }),
    skipPublished: flag('do not check the published addresses'),
  },
  examples: [
    ['feedctl health', 'Report current problems'],
    ['feedctl health Mornings --max-age 3h --json', 'Check the feeds of one bundle'],
    [
      '*/30 * * * * feedctl health -q --state ~/.feedctl-health || true',
      'In a crontab: a mail when a problem starts or ends',
    ],
  ],
  output: HEALTH_SAMPLE,
  exitCodes: [3, 4, 6, 7, 9],
  async run(context, { ids }, options) {
    if (options.after !== undefined && options.state === undefined) {
      throw new UsageError('--after requires --state FILE.');
    }
    const { runHealth } = await import('./run-health.js');
    return runHealth(context, ids, options);
  },
});
