import { FEED_FIELDS, FEED_SUMMARY } from './feed.js';
import type { Fields } from './field.js';
import type { ShownFields } from './shown.js';

/** Everything that the owner of a bundle decides about it, beside its members. */
export const BUNDLE_FIELDS = {
  name: {
    kind: 'text',
    doc: 'Name of the bundle, also the title of the combined feed',
    request: 'metadata',
    sample: 'Mornings',
    group: 'Title and icon',
    label: 'Name',
    flag: { names: ['name', 'title'], placeholder: 'TEXT' },
  },
  description: {
    ...FEED_FIELDS.description,
    creates: 'any',
    doc: 'Description of the bundle',
    sample: '',
  },
  icon: { ...FEED_FIELDS.icon, creates: 'any', sample: '' },
  filters: { ...FEED_FIELDS.filters, sample: { include: ['title:budget'], exclude: [] } },
} as const satisfies Fields;

/** What every service says of a bundle, beside its items. */
export const BUNDLE_SUMMARY = {
  id: { kind: 'id', doc: '`_` and 16 base-62 characters', sample: '_a1B2c3D4e5F6g7H8' },
  name: {
    kind: 'text',
    doc: 'Name, also the title of the combined feed',
    sample: BUNDLE_FIELDS.name.sample,
  },
  description: { ...FEED_SUMMARY.description, sample: '' },
  icon: { ...FEED_SUMMARY.icon, sample: '' },
  rss_feed_url: {
    kind: 'url',
    doc: 'Address of the combined RSS feed',
    sample: 'http://127.0.0.1:7410/feeds/_a1B2c3D4e5F6g7H8.xml',
  },
  feeds: { kind: 'ids', doc: 'Ids of the feeds in the bundle', sample: ['a1B2c3D4e5F6g7H8'] },
} as const satisfies ShownFields;
