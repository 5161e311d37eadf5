import { flag, one } from '../../kit/index.js';
import { defineVerb } from '../../verbs/verb.js';

const SAMPLE = {
  id: 'a1B2c3D4e5F6g7H8',
  page_url: 'https://example.com/news',
  feed_url: null,
  state: 'found',
  confidence: 0.97,
  reason: 'The list moved: 9 of the 10 newest items of the feed are in the list.',
  known: { of: 10, found: 9, share: 0.9 },
  current: 0,
  selectors: null,
  items: [
    {
      old: null,
      new: {
        title: 'A new story',
        url: 'https://example.com/read?id=11',
        date_published: '2026-01-31T08:30:00.000Z',
      },
    },
    {
      old: {
        title: 'The story before',
        url: 'https://example.com/news/the-story-before',
        date_published: '2026-01-30T08:30:00.000Z',
      },
      new: {
        title: 'The story before',
        url: 'https://example.com/read?id=10',
        date_published: '2026-01-30T08:30:00.000Z',
      },
    },
  ],
  proposal: '6f1d3a52c0b94e7f8a2d5c1b0e9f7a63',
  applied: null,
};

export const repair = defineVerb({
  name: 'repair',
  summary: 'Find the list or the new address of a feed again',
  description:
    'Reads the page of a feed and finds its list without the stored rule, by the items that the feed has. Shows the old and the new list side by side, how many known items the new one has, and how certain it is. Nothing is changed without --apply. Exits with 10 while there is a new list to accept, and with 0 when the feed still finds its list. --apply accepts the new list and refreshes the feed: known items keep their identity, also at other addresses, and only new items are announced. A list that is not certain (state uncertain) requires a confirmation, or --yes without a terminal. For a feed with selectors (feeds create --select), new selectors are proposed. For a feed document that cannot be read, it reads the page of the site: feed_url is the feed that the site names now, and --apply follows it, as feeds update --url does. Requires a feedctl service; others exit with 5.',
  arguments: { id: one('FEED', 'the feed: id, title or source') },
  options: { apply: flag('accept the new list and refresh the feed') },
  examples: [
    ['feedctl repair a1B2c3D4e5F6g7H8', 'Compare the old and the new list'],
    ['feedctl repair a1B2c3D4e5F6g7H8 --apply', 'Accept the new list'],
    [
      'feedctl repair a1B2c3D4e5F6g7H8 --json --fields state,confidence,known',
      'Check in a script whether the list can be found again',
    ],
  ],
  output: SAMPLE,
  exitCodes: [1, 3, 4, 5, 6, 7, 8, 10],
  async run(context, { id: typed }, { apply }) {
    const { runRepair } = await import('./run-repair.js');
    return runRepair(context, typed, apply);
  },
});
