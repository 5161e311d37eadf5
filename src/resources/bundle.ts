import { FEED_FIELDS } from './feed.js';
import type { Fields } from './field.js';

/** Everything that the owner of a bundle decides about it, besides its members. */
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
