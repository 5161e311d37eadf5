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
} as const satisfies Fields;
