import { SOURCE_ERRORS } from '../error-codes.js';
import { itemListSchema, listItemsQuerySchema } from '../item-list.js';
import { previewBodySchema, previewSchema } from '../preview.js';
import { serviceHealthSchema } from '../service-health.js';
import { MAX_PREVIEW_BYTES } from '../sizes.js';

/** Extension: all stored items, and full-text search over them. */
export const itemEndpoints = {
  listItems: {
    method: 'GET',
    path: '/v1/items',
    summary: 'Extension: list or search the stored items of all feeds, of a feed or of a bundle',
    query: () => listItemsQuerySchema,
    response: () => itemListSchema,
    statuses: [200],
    errors: ['INVALID_FIELD', 'FEED_NOT_FOUND', 'BUNDLE_NOT_FOUND', 'OVERLOADED'],
  },
} as const;

/** Extension: preview a feed before creating it. */
export const previewEndpoints = {
  preview: {
    method: 'POST',
    path: '/v1/preview',
    summary: 'Extension: preview a feed',
    body: () => previewBodySchema,
    maxBodyBytes: MAX_PREVIEW_BYTES,
    response: () => previewSchema,
    statuses: [200],
    errors: ['INVALID_FIELD', ...SOURCE_ERRORS, 'FORBIDDEN', 'CREATION_LIMIT_REACHED'],
  },
} as const;

/** Extension: what `doctor` and `health` ask the service. */
export const healthEndpoints = {
  getServiceHealth: {
    method: 'GET',
    path: '/v1/health',
    summary: 'Extension: retrieve how the service and the feeds of the account are',
    response: () => serviceHealthSchema,
    statuses: [200],
    errors: [],
  },
} as const;
