import type { Column, RecordView, View } from '../../output/view.js';

export const ITEMS_VIEW: View = {
  one: 'item',
  many: 'items',
  columns: [
    { field: 'date_published', heading: 'published', kind: 'time', rank: 1 },
    { field: 'title', rank: 2 },
    { field: 'authors', rank: 4 },
    { field: 'url', kind: 'url', rank: 3 },
  ],
};

export const FEEDS_VIEW: View = {
  one: 'feed',
  many: 'feeds',
  columns: [
    { field: 'id', kind: 'id', rank: 1 },
    { field: 'title', rank: 2 },
    { field: 'is_active', heading: 'active', kind: 'state', rank: 4 },
    { field: 'source_url', heading: 'source', kind: 'url', rank: 3 },
    { field: 'rss_feed_url', heading: 'rss feed', kind: 'url', rank: 5, whole: true },
  ],
};

const FEED_FIELDS: readonly Column[] = [
  { field: 'id', kind: 'id' },
  { field: 'title' },
  { field: 'description' },
  { field: 'icon', kind: 'url' },
  { field: 'source_url', kind: 'url' },
  { field: 'rss_feed_url', kind: 'url' },
  { field: 'is_active', kind: 'state' },
];

/** Of a feed whose service cannot fetch it, and says why. */
export const FAILING_FEED_VIEW: RecordView = {
  fields: [...FEED_FIELDS, { field: 'last_error' }],
  rows: { field: 'items', view: ITEMS_VIEW },
};

export const FEED_VIEW: RecordView = {
  fields: FEED_FIELDS,
  rows: { field: 'items', view: ITEMS_VIEW },
};

export const BUNDLES_VIEW: View = {
  one: 'bundle',
  many: 'bundles',
  columns: [
    { field: 'id', kind: 'id', rank: 1 },
    { field: 'name', rank: 2 },
    { field: 'feeds', rank: 4 },
    { field: 'rss_feed_url', heading: 'rss feed', kind: 'url', rank: 3, whole: true },
  ],
};

const BUNDLE_FIELDS: readonly Column[] = [
  { field: 'id', kind: 'id' },
  { field: 'name' },
  { field: 'description' },
  { field: 'icon', kind: 'url' },
  { field: 'rss_feed_url', kind: 'url' },
  { field: 'feeds' },
];

export const BUNDLE_VIEW: RecordView = {
  fields: BUNDLE_FIELDS,
  rows: { field: 'items', view: ITEMS_VIEW },
};
