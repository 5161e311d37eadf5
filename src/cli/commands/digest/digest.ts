import { any, choice, flag, moment, text, UsageError, wholeNumber } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';

const DAY_MS = 24 * 60 * 60_000;
const DEFAULT_LIMIT = 100;

export const digest = defineVerb({
  name: 'digest',
  summary: 'Print a summary of recent items, for mail',
  description:
    'Prints the items that feeds and bundles published recently, without an argument those of all feeds, grouped by feed or by day, newest first. An address or title that comes again is left out; long texts and lists are cut. Texts of the sources are escaped for the format. Items without a date are left out. --mark remembers the items that are there, in the data directory; the next run with --mark prints only items that came since, whatever their date, so --since counts for the first run only. An empty digest prints nothing and exits with 0; in JSON its count is 0.',
  arguments: { ids: any('FEED|BUNDLE', 'feeds and bundles; none: all feeds; -: ids from a pipe') },
  options: {
    since: moment('TIME', 'items published since then (default 24h): 7d, 2026-01-31, an ISO time'),
    format: choice(['text', 'md', 'html', 'json'], 'FORMAT', 'format (default text)'),
    by: choice(['feed', 'day'], 'GROUP', 'group by feed (default) or by day'),
    limit: wholeNumber('N', `maximum number of items (default ${DEFAULT_LIMIT})`, { min: 1 }),
    mark: flag('remember what was printed; print only what came since the last run'),
    state: text('FILE', 'file of --mark (default: in the data directory)'),
  },
  examples: {
    'feedctl digest': 'Print the items that all feeds published in the last 24 hours',
    'feedctl digest a1B2c3D4e5F6g7H8': 'Print the items of the last 24 hours',
    'feedctl digest _a1B2c3D4e5F6g7H8 --since 7d --by day --format md': 'A week as Markdown',
    'feedctl digest _a1B2c3D4e5F6g7H8 --mark --format html > digest.html':
      'Write a page of what came since the last run, such as for a mail',
  },
  output: {
    title: 'Morning',
    count: 1,
    more: 0,
    groups: [
      {
        title: 'Example News',
        items: [
          {
            title: 'Probe unfolds its sail in orbit',
            url: 'https://example.com/news/sail',
            text: 'The probe has unfolded its sail.',
            author: 'A. Writer',
            date: '2026-01-31T08:30:00.000Z',
            feed: 'Example News',
          },
        ],
      },
    ],
  },
  exitCodes: [1, 3, 4, 6, 7],
  async run(context, { ids }, { since, format, by = 'feed', limit = DEFAULT_LIMIT, mark, state }) {
    if (state !== undefined && !mark) throw new UsageError('--state needs --mark.');
    const { runDigest } = await import('./run-digest.js');
    const from = since ?? new Date(Date.now() - DAY_MS);
    await runDigest(context, ids, { since: from, format, by, limit, mark, state });
  },
});
