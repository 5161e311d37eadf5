import { text } from '../../frame.js';
import { defineUpdate, FEED_SUMMARY_SAMPLE, FEED_VIEW, FEEDS_VIEW } from '../base/index.js';

export const update = defineUpdate({
  noun: 'feeds',
  one: 'feed',
  description:
    'Changes the title, description or icon of a feed. What the source says no longer replaces them; what is read and when stays as it is.',
  fields: {
    title: text('TEXT', 'new title'),
    description: text('TEXT', 'new description'),
    icon: text('URL', 'address of an image, or "" for none'),
  },
  view: FEED_VIEW,
  rows: FEEDS_VIEW,
  sample: FEED_SUMMARY_SAMPLE,
  examples: [
    ["feedctl feeds update a1B2c3D4e5F6g7H8 --title 'Example News'", 'Give a feed another title'],
  ],
  send: (client, id, changes) => client.updateFeed(id, changes),
});
