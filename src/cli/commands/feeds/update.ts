import { text } from '../../kit/index.js';
import {
  defineUpdate,
  FEED_SUMMARY_SAMPLE,
  FEED_VIEW,
  FEEDS_VIEW,
  iconOption,
  selectOption,
} from '../base/index.js';

export const update = defineUpdate({
  noun: 'feeds',
  one: 'feed',
  description:
    'Changes the title, description or icon of a feed; what the source says no longer replaces them. --select reads the page at once with other selectors and replaces the items of the feed by what they find; when they find nothing, the feed stays as it was. How often it is fetched: feedctl settings set ID --every 15m.',
  fields: {
    title: text('TEXT', 'new title'),
    description: text('TEXT', 'new description'),
    icon: iconOption,
    select: selectOption,
  },
  view: FEED_VIEW,
  rows: FEEDS_VIEW,
  sample: FEED_SUMMARY_SAMPLE,
  examples: [
    ["feedctl feeds update a1B2c3D4e5F6g7H8 --title 'Example News'", 'Give a feed another title'],
    [
      "feedctl feeds update a1B2c3D4e5F6g7H8 --select items='ul.news > li'",
      'Point at other items of its page',
    ],
  ],
  send: (client, id, { select, ...shown }) =>
    client.updateFeed(id, { ...shown, ...(select !== undefined && { selectors: select }) }),
});
