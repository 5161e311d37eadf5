import { FEED_HEALTH, FEED_SOURCE, ITEM_NOTES } from '../../../resources/answers.js';
import { FEED_FIELDS } from '../../../resources/feed.js';
import { having } from '../../../resources/field.js';
import { BUNDLE_ITEM_SAMPLE, DROPPED_SAMPLE } from './views.js';

const namedFields = (fields: object) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, null]));

/** Further fields that items may have besides the samples. */
export const ITEM_MORE = {
  ...namedFields(ITEM_NOTES),
  feed: namedFields(BUNDLE_ITEM_SAMPLE.feed),
  dropped_by: namedFields(DROPPED_SAMPLE.dropped_by),
  attachments: { title: null },
};

/** Further fields that feeds of a feedctl service may have besides the samples. */
export const FEED_SUMMARY_MORE = {
  ...namedFields({ ...FEED_SOURCE, ...FEED_HEALTH }),
  ...Object.fromEntries(having(FEED_FIELDS, { creates: 'url' }).map((name) => [name, null])),
  document: { confidence: null, entries: null, note: null, site_url: null },
  drift: { since: null, expected: null, found: null, confidence: null },
};

/** A further field that bundles of a feedctl service may have besides the samples. */
export const BUNDLE_SUMMARY_MORE = { all_feeds: null };

export const FEED_MORE = {
  ...FEED_SUMMARY_MORE,
  push: { hub: null, until: null },
  items: ITEM_MORE,
};
