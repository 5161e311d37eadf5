import { defineVerb, text } from '../../frame.js';
import type { RecordView } from '../../output/view.js';
import { FEED_SAMPLE, FEED_VIEW, ITEMS_VIEW, selectOption } from '../base/index.js';

/** A new feed is looked at to see that it is the right one; `items` shows the rest. */
const CREATED_VIEW: RecordView = {
  fields: FEED_VIEW.fields,
  rows: { field: 'items', view: ITEMS_VIEW, limit: 5 },
};

export const create = defineVerb({
  name: 'create',
  summary: 'Make a feed from an address, a keyword or a headline',
  description:
    'Makes a feed. --url takes the address of any web site or feed; --keyword and --headline follow the news. A source the account already has is not made twice: the feed that exists is shown. Where a page has no feed one is made of it; when the wrong items come out, point at the right ones with --select and try them out with feedctl preview.',
  options: {
    url: text('URL', 'address of a web site or of a feed'),
    keyword: text('WORDS', 'follow a news search; quotes, OR, -word and site: work'),
    headline: text('TEXT', 'follow a story by its full headline'),
    region: text('CC:LANG', 'edition of the news, with --keyword or --headline (default US:en)'),
    select: selectOption,
  },
  examples: [
    ['feedctl feeds create --url https://example.com/news', 'From a web site or a feed'],
    ["feedctl feeds create --keyword 'solar sails' --region GB:en", 'From a news search'],
    ["feedctl feeds create --headline 'Probe unfolds its sail in orbit'", 'From a headline'],
    [
      "feedctl feeds create --url https://example.com --select items='article'",
      'From what you point at on a page',
    ],
    ['feedctl feeds create --url https://example.com -o id', 'Print only the id, for a script'],
  ],
  output: FEED_SAMPLE,
  exitCodes: [4, 5, 6, 7],
  async run(context, _args, options) {
    const { createFeed } = await import('./create-feed.js');
    await context.output.record(await createFeed(context, options), CREATED_VIEW);
    await context.noteUnserved();
    return undefined;
  },
});
