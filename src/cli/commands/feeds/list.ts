import { choice, defineVerb, flag, text } from '../../kit/index.js';
import { FEED_SUMMARY_SAMPLE, FEEDS_VIEW, pageOptions, wantedRows } from '../base/index.js';

/** What feedctl's own service adds to each feed of a list. */
const HEALTH_SAMPLE = {
  health: 'ok',
  last_fetched_at: '2026-01-31T09:00:00.000Z',
  last_error: null,
  last_item_at: '2026-01-31T08:30:00.000Z',
};

export const list = defineVerb({
  name: 'list',
  summary: 'List the feeds of the account',
  description:
    'Lists the feeds of the account, newest first: 100 unless --limit or --all says otherwise. When there may be more, a line on standard error gives the command for the rest. --search, --sort, --failing and --inactive work in the service; for services other than feedctl’s own the command reads all feeds and chooses among them. What such a service does not tell - failures, the dates of the newest items - ends with exit code 5.',
  options: {
    search: text('TEXT', 'only feeds with this text in the title or source address'),
    sort: choice(['created', 'title', 'last-item', 'health'], 'ORDER', 'order of the list'),
    failing: flag('only feeds whose last fetch failed'),
    inactive: flag('only feeds the service has given up'),
    ...pageOptions('feeds'),
  },
  examples: [
    ['feedctl feeds list', 'See the newest feeds'],
    ['feedctl feeds list --search reef --sort title', 'Find feeds by a word'],
    ['feedctl feeds list --failing --inactive', 'Feeds that do not work, and why'],
    ['feedctl feeds list --sort last-item --all', 'Silent feeds at the end'],
    ['feedctl feeds list --all -o jsonl', 'Every one of them, a line each, as they arrive'],
    ['feedctl feeds list --fields id,health,last_fetched_at', 'Only some fields'],
  ],
  output: [{ ...FEED_SUMMARY_SAMPLE, ...HEALTH_SAMPLE }],
  exitCodes: [4, 5, 6, 7],
  async run(context, _args, { limit, offset, all, ...filter }) {
    const page = { limit: wantedRows({ limit, all }), offset };
    const { runList } = await import('./run-list.js');
    await runList(context, { ...page, ...filter }, FEEDS_VIEW);
    return undefined;
  },
});
