import { FEED_FIELDS } from './feed.js';
import type { Fields } from './field.js';

/** Settings of a bundle, without its members. */
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
  all_feeds: {
    kind: 'boolean',
    doc: 'Each feed of the account is in it, also those created later',
    own: true,
    request: 'metadata',
    creates: 'any',
    none: false,
    noneMeans: 'chosen feeds',
    sample: true,
    group: 'Bundle and webhooks',
    label: 'All feeds',
    flag: { names: ['all-feeds'] },
  },
} as const satisfies Fields;
