import { defineList } from '../base/list.js';
import { FEED_SUMMARY_SAMPLE } from '../base/samples.js';
import { FEEDS_VIEW } from '../base/views.js';

export const list = defineList({
  noun: 'feeds',
  view: FEEDS_VIEW,
  sample: FEED_SUMMARY_SAMPLE,
  whenEmpty: 'Make one: feedctl feeds create --url https://example.com/news',
  read: (client, options) => client.feeds(options),
});
