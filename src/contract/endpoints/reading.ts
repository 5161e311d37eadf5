import { SOURCE_ERRORS } from '../error-codes.js';
import { itemSearchSchema, searchItemsQuerySchema } from '../item-search.js';
import { previewBodySchema, previewSchema } from '../preview.js';
import { serviceHealthSchema } from '../service-health.js';
import { MAX_PREVIEW_BYTES } from '../sizes.js';

/** Extension: full-text search over the stored items. */
export const searchEndpoints = {
  searchItems: {
    method: 'GET',
    path: '/v1/items',
    summary: 'Extension: search the stored items of all feeds, of a feed or of a bundle',
    query: () => searchItemsQuerySchema,
    response: () => itemSearchSchema,
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
