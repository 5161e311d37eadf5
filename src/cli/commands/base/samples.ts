/** Samples of what `--json` prints: help shows them, and `--fields` takes their names. */
export const ITEM_SAMPLE = {
  url: 'https://example.com/news/1',
  title: 'A headline',
  description_text: 'What it is about.',
  description_html: '<p>What it is about.</p>',
  thumbnail: 'https://example.com/1.jpg',
  date_published: '2026-01-31T08:30:00.000Z',
  authors: [{ name: 'Jo Writer' }],
};

export const FEED_SUMMARY_SAMPLE = {
  id: 'a1B2c3D4e5F6g7H8',
  title: 'Example News',
  description: 'News from Example',
  icon: 'https://example.com/icon.png',
  source_url: 'https://example.com/news',
  rss_feed_url: 'http://127.0.0.1:7410/feeds/a1B2c3D4e5F6g7H8.xml',
  is_active: true,
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
};

export const BUNDLE_SAMPLE = { ...BUNDLE_SUMMARY_SAMPLE, items: [ITEM_SAMPLE] };
