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
    mend: ['feedctl refresh a1B2c3D4e5F6g7H8'],
  },
];

export const health = defineVerb({
  name: 'health',
  summary: 'Find feeds that are stale or failing, for cron',
  description:
    'Looks at every feed of the account, or at those named: whether it can be read (failing), is still refreshed (inactive), has items (empty), and a new one within three times the time usual for this feed, a day at least, or within --max-age (stale); whether its published address answers with a feed (unpublished, not-a-feed), and neither asks for money (unpaid) nor says so in an item (notice). With --state it tells once when a trouble begins and once when it is over; without, all there is. Exits with 9 while anything is wrong, whether or not that was told before.',
  arguments: { ids: any('FEED|BUNDLE', 'feeds, or bundles for all of their feeds') },
  options: {
    maxAge: duration('TIME', 'how old the newest item may be (default: three times the usual gap)'),
    state: text('FILE', 'tell each trouble once, and its end; what was told is kept here'),
    after: wholeNumber('N', 'tell only what was found N times in a row, with --state', { min: 1 }),
    skipPublished: flag('leave the published addresses alone'),
  },
  examples: [
    ['feedctl health', 'What is wrong now'],
    ['feedctl health Mornings --max-age 3h --json', 'The feeds of one bundle'],
    [
      '*/30 * * * * feedctl health -q --state ~/.feedctl-health || true',
      'In a crontab: a mail when a trouble begins or ends',
    ],
  ],
  output: HEALTH_SAMPLE,
  exitCodes: [3, 4, 6, 7, 9],
  async run(context, { ids }, options) {
    if (options.after !== undefined && options.state === undefined) {
      throw new UsageError('--after needs --state FILE, where it counts.');
    }
    const { runHealth } = await import('./run-health.js');
    return runHealth(context, ids, options);
  },
});
