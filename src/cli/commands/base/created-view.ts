import type { RecordView, View } from '../../output/view.js';
import { FEED_SUMMARY_SAMPLE } from './samples.js';
import { FEED_VIEW, ITEMS_VIEW } from './views.js';

/** A new feed is looked at to see that it is the right one; `items` shows the rest. */
export const CREATED_VIEW: RecordView = {
  fields: FEED_VIEW.fields,
  rows: { field: 'items', view: ITEMS_VIEW, limit: 5 },
};

/** What becomes of several sources: a row each. */
export const RESULTS_VIEW: View = {
  one: 'source',
  many: 'sources',
  columns: [
    { field: 'input', kind: 'url', rank: 1 },
    { field: 'ok', kind: 'state', rank: 2 },
    { field: 'created', kind: 'state', rank: 5 },
    { field: 'feed.id', heading: 'id', kind: 'id', rank: 3 },
    { field: 'feed.title', heading: 'title', rank: 6 },
    { field: 'error.message', heading: 'error', rank: 4 },
  ],
};

export const RESULTS_SAMPLE = [
  {
    input: 'https://example.com/news',
    ok: true,
    created: true,
    feed: FEED_SUMMARY_SAMPLE,
  },
  {
    input: 'https://example.com/gone',
    ok: false,
    created: false,
    error: { message: 'The source answers 404.', code: 'SOURCE_UNREACHABLE', statusCode: 400 },
  },
];
