import { defineList, FEED_SUMMARY_SAMPLE, FEEDS_VIEW } from '../base/index.js';

export const list = defineList({
  noun: 'feeds',
  view: FEEDS_VIEW,
  sample: FEED_SUMMARY_SAMPLE,
  whenEmpty: 'Make one: feedctl feeds create --url https://example.com/news',
  read: (client, options) => client.feeds(options),
});
