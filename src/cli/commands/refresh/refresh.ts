import { any, flag, UsageError, wholeNumber } from '../../kit/index.js';
import { columns } from '../../output/columns.js';
import type { View } from '../../output/view.js';
import { defineVerb } from '../../verbs/verb.js';

export const REFRESH_VIEW: View = {
  one: 'feed',
  many: 'feeds',
  isReport: true,
  columns: columns(
    'id:2 title:1 outcome:3 items_new:4 items_changed:5 error.message:6 next_refresh_at:7',
  ),
};

export const REFRESH_SAMPLE = [
  {
    id: 'a1B2c3D4e5F6g7H8',
    title: 'Example News',
    outcome: 'updated',
    items_new: 2,
    items_changed: 0,
    error: null,
    next_refresh_at: '2026-01-31T08:30:00.000Z',
  },
  {
    id: 'h8G7f6E5d4C3b2A1',
    title: 'Another Site',
    outcome: 'failed',
    items_new: 0,
    items_changed: 0,
    error: { code: 'SOURCE_UNREACHABLE', message: 'example.com answered HTTP 500.' },
    next_refresh_at: '2026-01-31T08:40:00.000Z',
  },
];

const TEXTS_SAMPLE = [
  {
    id: 'a1B2c3D4e5F6g7H8',
    fetched: 19,
    failed: 1,
    failures: [
      {
        url: 'https://example.com/news/7',
        code: 'SOURCE_UNREACHABLE',
        message: 'example.com answered HTTP 404.',
      },
    ],
  },
];

export const refresh = defineVerb({
  name: 'refresh',
  summary: 'Fetch feeds now',
  description:
    'Fetches the sources of feeds and stores new items: of the given feeds, the members of the given bundles, every feed (--all), or the feeds that are due (--due, the default). The service does the work. feedctl serve fetches due feeds automatically; without it, run this command from cron. Then due webhook deliveries are attempted, unless a feedctl serve does so. A suspended feed is fetched when it is given, or with --all. With --reread, documents that did not change are read again too, and known items get the fields that older releases did not store; this makes no events. With --texts, the pages of the items of the given feeds are fetched again, the newest first, and their articles become the texts of the items; an item whose page has no usable text keeps the text it has, and no webhook is called. That requires full texts: feedctl settings set ID --full-text. Requires a feedctl service; others exit with 5.',
  arguments: { ids: any('ID', 'feeds, or bundles for all their feeds') },
  options: {
    due: flag('the feeds that are due (default)'),
    all: flag('every feed of the account'),
    reread: flag('read unchanged documents too, and update known items from them'),
    texts: flag('fetch the full texts of the items of the given feeds again'),
    missing: flag('with --texts: only items without the text of their page'),
    limit: wholeNumber('N', 'with --texts: only the newest N items of a feed', {
      min: 1,
      max: 500,
    }),
  },
  examples: {
    'feedctl refresh': 'Fetch every feed that is due',
    'feedctl refresh a1B2c3D4e5F6g7H8': 'Fetch one feed, whether it is due or not',
    'feedctl refresh --all --json --fields id,items_new': 'Fetch all feeds, for a script',
    'feedctl refresh --all --reread': 'After an update, fill in the fields that are new',
    'feedctl refresh a1B2c3D4e5F6g7H8 --texts --limit 20': 'Fetch 20 pages of items again',
    'feedctl refresh a1B2c3D4e5F6g7H8 --texts --missing': 'Fetch the texts of old items',
    "*/10 * * * * feedctl refresh -q -o jsonl >> 'feeds.log'": 'Fetch due feeds from cron',
  },
  output: REFRESH_SAMPLE,
  otherOutput: { when: 'with --texts', sample: TEXTS_SAMPLE },
  exitCodes: [3, 4, 5, 6, 7, 8],
  async run(context, { ids }, { texts, missing, limit, ...options }) {
    if (texts) {
      const { refreshTexts } = await import('./refresh-texts.js');
      return refreshTexts(context, { ids, missing, limit, ...options });
    }
    if (missing || limit !== undefined) {
      throw new UsageError(`${missing ? '--missing' : '--limit'} requires --texts.`);
    }
    const { runRefresh } = await import('./run-refresh.js');
    return runRefresh(context, { ids, ...options });
  },
});
