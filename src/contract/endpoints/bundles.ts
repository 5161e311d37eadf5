import * as z from 'zod';
import { bundleSchema, bundleSummarySchema } from '../bundle.js';
import { deletedSchema } from '../feed.js';
import {
  idParamsSchema,
  itemsQuerySchema,
  memberParamsSchema,
  pageQuerySchema,
} from '../queries.js';
import { createBundleBodySchema, updateBundleBodySchema } from '../requests.js';

/** Bundles of an account. */
export const bundleEndpoints = {
  createBundle: {
    method: 'POST',
    path: '/v1/bundles',
    summary: 'Create a bundle',
    body: () => createBundleBodySchema,
    response: () => bundleSummarySchema,
    statuses: [201],
    errors: ['INVALID_FIELD', 'FEED_NOT_FOUND'],
  },
  getBundle: {
    method: 'GET',
    path: '/v1/bundles/:id',
    summary: 'Retrieve one bundle',
    params: () => idParamsSchema,
    query: () => itemsQuerySchema,
    response: () => bundleSchema,
    statuses: [200],
    errors: ['INVALID_FIELD', 'BUNDLE_NOT_FOUND', 'OVERLOADED'],
  },
  listBundles: {
    method: 'GET',
    path: '/v1/bundles',
    summary: 'List bundles',
    query: () => pageQuerySchema,
    response: () => z.array(bundleSummarySchema),
    statuses: [200],
    errors: ['INVALID_FIELD', 'OVERLOADED'],
  },
  updateBundle: {
    method: 'PATCH',
    path: '/v1/bundles/:id',
    summary: 'Update bundle metadata',
    params: () => idParamsSchema,
    body: () => updateBundleBodySchema,
    response: () => bundleSummarySchema,
    statuses: [200],
    errors: ['INVALID_FIELD', 'BUNDLE_NOT_FOUND'],
  },
  addFeedToBundle: {
    method: 'PUT',
    path: '/v1/bundles/:id/feeds/:feedId',
    summary: 'Add a feed to a bundle',
    params: () => memberParamsSchema,
    response: () => bundleSummarySchema,
    statuses: [200],
    errors: ['BUNDLE_NOT_FOUND', 'FEED_NOT_FOUND'],
  },
  removeFeedFromBundle: {
    method: 'DELETE',
    path: '/v1/bundles/:id/feeds/:feedId',
    summary: 'Remove a feed from a bundle',
    params: () => memberParamsSchema,
    response: () => bundleSummarySchema,
    statuses: [200],
    errors: ['BUNDLE_NOT_FOUND'],
  },
  deleteBundle: {
    method: 'DELETE',
    path: '/v1/bundles/:id',
    summary: 'Delete a bundle permanently',
    params: () => idParamsSchema,
    response: () => deletedSchema,
    statuses: [200],
    errors: ['BUNDLE_NOT_FOUND'],
  },
} as const;
