import { choice, flag, texts } from '../../kit/index.js';
import { FILE_FORMATS } from '../../manifest/file-format.js';
import { columns } from '../../output/columns.js';
import type { Column, RecordView, View } from '../../output/view.js';
import { SECRET_PREFIX } from '../../sources/secret-reference.js';

export const ITEMS_VIEW: View = {
  one: 'item',
  many: 'items',
  columns: columns('date_published:1 title:2 authors:4 url:3'),
};

/** View of items that filters hide, with the rule. */
export const DROPPED_VIEW: View = {
  ...ITEMS_VIEW,
  columns: columns('date_published:4 title:1 dropped_by.list:2 dropped_by.rule:3 url:5'),
};

/** Adds the feed of each item after its title. */
export function withFeed(view: View): View {
  const at = 1 + view.columns.findIndex(({ field }) => field === 'title');
  const feed = { field: 'feed.title', heading: 'feed', rank: 2.5 };
  return { ...view, columns: view.columns.toSpliced(at, 0, feed) };
}

/** The view of a feed or bundle, with its filters if it has any. All feeds of an account are not listed. */
export function withFilters(
  view: RecordView,
  { filters, all_feeds }: { filters?: unknown; all_feeds?: unknown },
): RecordView {
  if (filters === undefined && all_feeds !== true) return view;
  return {
    ...view,
    fields: [
      ...view.fields.filter(({ field }) => all_feeds !== true || field !== 'feeds'),
      ...(all_feeds === true ? columns('all_feeds') : []),
      ...(filters === undefined ? [] : columns('filters.include filters.exclude')),
    ],
  };
}

export const FEEDS_VIEW: View = {
  one: 'feed',
  many: 'feeds',
  columns: columns('id:1 title:2 is_active:4 source_url:3 rss_feed_url:5', {
    rss_feed_url: { whole: true },
  }),
};

/** The headings of a record are the names of the fields. */
const AS_NAMED = Object.fromEntries(
  ['source_url', 'rss_feed_url', 'is_active', 'last_error'].map((field) => [
    field,
    { heading: field },
  ]),
);

export const FEED_VIEW: RecordView = {
  fields: columns('id title description icon source_url rss_feed_url is_active', AS_NAMED),
  rows: { field: 'items', view: ITEMS_VIEW },
};

/** Time of the next fetch of a feed, and the reason for it. */
export const NEXT_FETCH_COLUMNS: readonly Column[] = columns('next_fetch_at next_fetch_reason', {
  next_fetch_reason: {
    heading: 'reason',
    words: {
      rhythm: 'how often and when the source posts',
      ceiling: 'maximum interval of this service',
      floor: 'minimum interval of this service',
      publisher: 'interval that the publisher requests',
      skip_hours: 'hours or days that the publisher skips',
      interval: 'interval of the feed',
      quiet_hours: 'quiet hours of the feed',
      push: 'a hub pushes the feed; a fetch finds what it missed',
      retry: 'the last fetch failed',
      probe: 'the feed is inactive',
      paused: 'the feed is paused',
      suspended: 'the feed is suspended',
    },
  },
});

/** View of one feed, with its last error and its next fetch if the service reports them. */
export function feedView(feed: {
  last_error?: string | null | undefined;
  failing_since?: string | null | undefined;
  next_fetch_reason?: string | null | undefined;
}): RecordView {
  const reported = [
    ...(feed.last_error == null ? [] : columns('last_error', AS_NAMED)),
    ...(feed.failing_since == null ? [] : columns('failing_since')),
    ...(feed.next_fetch_reason == null ? [] : NEXT_FETCH_COLUMNS),
  ];
  return { ...FEED_VIEW, fields: [...FEED_VIEW.fields, ...reported] };
}

export const BUNDLES_VIEW: View = {
  one: 'bundle',
  many: 'bundles',
  columns: columns('id:1 name:2 feeds:4 rss_feed_url:3', { rss_feed_url: { whole: true } }),
};

export const BUNDLE_VIEW: RecordView = {
  fields: columns('id name description icon rss_feed_url feeds', AS_NAMED),
  rows: { field: 'items', view: ITEMS_VIEW },
};

/** Sample JSON output: shown in the help, and the source of the names for `--fields`. */
export const ITEM_SAMPLE = {
  url: 'https://example.com/news/1',
  title: 'A headline',
  description_text: 'What it is about.',
  description_html: '<p>What it is about.</p>',
  thumbnail: 'https://example.com/1.jpg',
  date_published: '2026-01-31T08:30:00.000Z',
  authors: [{ name: 'Jo Writer' }],
  attachments: [
    {
      url: 'https://example.com/1.mp3',
      mime_type: 'audio/mpeg',
      size_in_bytes: 34216300,
      duration_in_seconds: 3723,
    },
  ],
  tags: ['Economy'],
  date_modified: '2026-01-31T09:00:00.000Z',
  summary: 'In short.',
  comments_url: 'https://example.com/news/1#comments',
  external_url: 'https://example.org/report',
  language: 'en',
};

/** Sample of an item of a bundle, which names its feed. */
export const BUNDLE_ITEM_SAMPLE = {
  ...ITEM_SAMPLE,
  feed: { id: 'a1B2c3D4e5F6g7H8', title: 'Example News' },
};

/** Sample of an item with `dropped_by`, which only hidden items have. */
export const DROPPED_SAMPLE = {
  ...ITEM_SAMPLE,
  dropped_by: { list: 'exclude', rule: 'rumour', of: 'a1B2c3D4e5F6g7H8' },
};

export const FEED_SUMMARY_SAMPLE = {
  id: 'a1B2c3D4e5F6g7H8',
  title: 'Example News',
  description: 'News from Example',
  icon: 'https://example.com/icon.png',
  source_url: 'https://example.com/news',
  rss_feed_url: 'http://127.0.0.1:7410/feeds/a1B2c3D4e5F6g7H8.xml',
  is_active: true,
  filters: { include: [], exclude: ['sponsored'] },
  document: { kind: 'feed', url: 'https://example.com/news/feed' },
};

export const FEED_SAMPLE = { ...FEED_SUMMARY_SAMPLE, items: [ITEM_SAMPLE] };

export const BUNDLE_SUMMARY_SAMPLE = {
  id: '_a1B2c3D4e5F6g7H8',
  name: 'Mornings',
  description: '',
  icon: '',
  rss_feed_url: 'http://127.0.0.1:7410/feeds/_a1B2c3D4e5F6g7H8.xml',
  feeds: ['a1B2c3D4e5F6g7H8'],
  filters: { include: ['title:budget'], exclude: [] },
};

export const BUNDLE_SAMPLE = { ...BUNDLE_SUMMARY_SAMPLE, items: [BUNDLE_ITEM_SAMPLE] };

/** Sort orders of items; the default of the service is last_added. */
export const sortOption = choice(['last_added', 'date'], 'ORDER', 'sort order of the items');

/** Option of commands that refresh due feeds before they show them. */
export const noRefreshOption = flag('show stored items without fetching first');

/** Option of commands that read an account file. */
export const allowEnvOption = texts(
  'NAME',
  `variable that the file may read a secret from, besides ${SECRET_PREFIX}…`,
);

/** Option of export, plan, apply, import and build. */
export const fileFormatOption = choice(FILE_FORMATS, 'FORMAT', 'format of the file');
