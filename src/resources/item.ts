import type { ShownFields } from './shown.js';

/** What every service says of an item. */
export const ITEM_FIELDS = {
  url: {
    kind: 'url',
    doc: 'Address of the item; "" when the source has none',
    sample: 'https://example.com/news/1',
  },
  title: { kind: 'text', doc: 'Plain text; "" for entries without a title', sample: 'A headline' },
  description_text: { kind: 'text', doc: 'Plain text', sample: 'What it is about.' },
  description_html: { kind: 'text', doc: 'Sanitised HTML', sample: '<p>What it is about.</p>' },
  thumbnail: {
    kind: 'text_or_null',
    doc: 'Address of an image, or null',
    sample: 'https://example.com/1.jpg',
  },
  date_published: {
    kind: 'time_or_null',
    doc: 'Null when the source has no date: dates are never invented',
    sample: '2026-01-31T08:30:00.000Z',
  },
  authors: {
    kind: 'authors',
    doc: 'Authors of the source, or the customAuthor of the feed',
    sample: [{ name: 'Jo Writer' }],
  },
} as const satisfies ShownFields;

const ATTACHMENT = {
  url: 'https://example.com/1.mp3',
  mime_type: 'audio/mpeg',
  size_in_bytes: 34216300,
  duration_in_seconds: 3723,
};

/** What only some sources say of an item; absent when the source says nothing. */
export const ITEM_EXTRAS = {
  attachments: {
    kind: 'attachments',
    doc: 'Enclosures and media of the item, at most 20',
    sample: [ATTACHMENT],
  },
  tags: {
    kind: 'texts',
    doc: 'Categories of the item, plain text, at most 100',
    sample: ['Economy'],
  },
  date_modified: {
    kind: 'time',
    doc: 'Time of the last change as the source states it',
    sample: '2026-01-31T09:00:00.000Z',
  },
  summary: {
    kind: 'text',
    doc: 'Plain text of the summary that the source gives beside the whole text',
    sample: 'In short.',
  },
  comments_url: {
    kind: 'url',
    doc: 'Address of the page with the comments',
    sample: 'https://example.com/news/1#comments',
  },
  external_url: {
    kind: 'url',
    doc: 'Address of the page elsewhere that the item is about',
    sample: 'https://example.org/report',
  },
  language: { kind: 'text', doc: 'BCP 47 tag of the language of the item', sample: 'en' },
} as const satisfies ShownFields;

/** What the service notes of an item in some answers. */
export const ITEM_NOTES = {
  text_pending: {
    kind: 'true',
    doc: 'The page of the item is still to be fetched; then it has its full text',
  },
  feed: {
    kind: 'feed_name',
    doc: 'The feed that the item came from; in bundles only',
    sample: { id: 'a1B2c3D4e5F6g7H8', title: 'Example News' },
  },
  dropped_by: {
    kind: 'dropped_by',
    doc: 'What hides the item; only on request, with dropped',
    sample: { list: 'exclude', rule: 'rumour', of: 'a1B2c3D4e5F6g7H8' },
  },
} as const satisfies ShownFields;
