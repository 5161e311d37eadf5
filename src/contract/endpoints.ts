import * as z from 'zod';
import { accountEndpoints } from './accounts.js';
import { backfillEndpoints } from './backfill.js';
import { bundleSchema, bundleSummarySchema } from './bundle.js';
import { type ErrorCode, SOURCE_ERRORS } from './error.js';
import { deletedSchema, feedSchema, feedSettingsSchema, feedSummarySchema } from './feed.js';
import { searchEndpoints } from './item-search.js';
import { previewEndpoints } from './preview.js';
import {
  idParamsSchema,
  itemsQuerySchema,
  listFeedsQuerySchema,
  memberParamsSchema,
  pageQuerySchema,
} from './queries.js';
import { refreshEndpoints } from './refresh.js';
import { repairEndpoints } from './repair.js';
import {
  createBundleBodySchema,
  createFeedBodySchema,
  updateBundleBodySchema,
  updateFeedBodySchema,
  updateFeedSettingsBodySchema,
} from './requests.js';
import { healthEndpoints } from './service-health.js';
import { textEndpoints } from './texts.js';
import { webhookEndpoints } from './webhooks.js';

/** One row of the endpoint table. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path with `:name` parameters, version prefix included. */
  path: `/v1/${string}`;
  summary: string;
  /** Only keys of the owner account may call it; others get FORBIDDEN. */
  ownerOnly?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Maximum size of a body in bytes; default `MAX_BODY_BYTES` of the service. */
  maxBodyBytes?: number;
  response: z.ZodType;
  /** Success statuses, the usual one first. */
  statuses: readonly [number, ...number[]];
  /** Error codes in addition to those of every endpoint. */
  errors: readonly ErrorCode[];
}

/** The REST interface. Routes, checks, OpenAPI, docs/api.md and the client are derived from it. */
export const endpoints = {
  createFeed: {
    method: 'POST',
    path: '/v1/feeds',
    summary: 'Create a feed',
    body: createFeedBodySchema,
    response: feedSchema,
    statuses: [201, 200],
    errors: [
      'INVALID_FIELD',
      ...SOURCE_ERRORS,
      'FORBIDDEN',
      'FEED_EXISTS',
      'FEED_LIMIT_REACHED',
      'CREATION_LIMIT_REACHED',
    ],
  },
  getFeed: {
    method: 'GET',
    path: '/v1/feeds/:id',
    summary: 'Retrieve one feed',
    params: idParamsSchema,
    query: itemsQuerySchema,
    response: feedSchema,
    statuses: [200],
    errors: ['INVALID_FIELD', 'FEED_NOT_FOUND', 'OVERLOADED'],
  },
  listFeeds: {
    method: 'GET',
    path: '/v1/feeds',
    summary: 'List feeds',
    query: listFeedsQuerySchema,
    response: z.array(feedSummarySchema),
    statuses: [200],
    errors: ['INVALID_FIELD', 'OVERLOADED'],
  },
  updateFeed: {
    method: 'PATCH',
    path: '/v1/feeds/:id',
    summary: 'Update feed metadata',
    params: idParamsSchema,
    body: updateFeedBodySchema,
    response: feedSummarySchema,
    statuses: [200],
    errors: [
      'INVALID_FIELD',
      'FORBIDDEN',
      'FEED_NOT_FOUND',
      ...SOURCE_ERRORS,
      'CREATION_LIMIT_REACHED',
    ],
  },
  getFeedSettings: {
    method: 'GET',
    path: '/v1/feeds/:id/settings',
    summary: 'Retrieve feed settings',
    params: idParamsSchema,
    response: feedSettingsSchema,
    statuses: [200],
    errors: ['FEED_NOT_FOUND'],
  },
  updateFeedSettings: {
    method: 'PATCH',
    path: '/v1/feeds/:id/settings',
    summary: 'Update feed settings',
    params: idParamsSchema,
    body: updateFeedSettingsBodySchema,
    response: feedSettingsSchema,
    statuses: [200],
    errors: ['INVALID_FIELD', 'FEED_NOT_FOUND'],
  },
  deleteFeed: {
    method: 'DELETE',
    path: '/v1/feeds/:id',
    summary: 'Delete a feed permanently',
    params: idParamsSchema,
    response: deletedSchema,
    statuses: [200],
    errors: ['FEED_NOT_FOUND'],
  },
  createBundle: {
    method: 'POST',
    path: '/v1/bundles',
    summary: 'Create a bundle',
    body: createBundleBodySchema,
    response: bundleSummarySchema,
    statuses: [201],
    errors: ['INVALID_FIELD', 'FEED_NOT_FOUND'],
  },
  getBundle: {
    method: 'GET',
    path: '/v1/bundles/:id',
    summary: 'Retrieve one bundle',
    params: idParamsSchema,
    query: itemsQuerySchema,
    response: bundleSchema,
    statuses: [200],
    errors: ['INVALID_FIELD', 'BUNDLE_NOT_FOUND', 'OVERLOADED'],
  },
  listBundles: {
    method: 'GET',
    path: '/v1/bundles',
    summary: 'List bundles',
    query: pageQuerySchema,
    response: z.array(bundleSummarySchema),
    statuses: [200],
    errors: ['INVALID_FIELD', 'OVERLOADED'],
  },
  updateBundle: {
    method: 'PATCH',
    path: '/v1/bundles/:id',
    summary: 'Update bundle metadata',
    params: idParamsSchema,
    body: updateBundleBodySchema,
    response: bundleSummarySchema,
    statuses: [200],
    errors: ['INVALID_FIELD', 'BUNDLE_NOT_FOUND'],
  },
  addFeedToBundle: {
    method: 'PUT',
    path: '/v1/bundles/:id/feeds/:feedId',
    summary: 'Add a feed to a bundle',
    params: memberParamsSchema,
    response: bundleSummarySchema,
    statuses: [200],
    errors: ['BUNDLE_NOT_FOUND', 'FEED_NOT_FOUND'],
  },
  removeFeedFromBundle: {
    method: 'DELETE',
    path: '/v1/bundles/:id/feeds/:feedId',
    summary: 'Remove a feed from a bundle',
    params: memberParamsSchema,
    response: bundleSummarySchema,
    statuses: [200],
    errors: ['BUNDLE_NOT_FOUND'],
  },
  deleteBundle: {
    method: 'DELETE',
    path: '/v1/bundles/:id',
    summary: 'Delete a bundle permanently',
    params: idParamsSchema,
    response: deletedSchema,
    statuses: [200],
    errors: ['BUNDLE_NOT_FOUND'],
  },
  ...accountEndpoints,
  ...webhookEndpoints,
  ...refreshEndpoints,
  ...searchEndpoints,
  ...textEndpoints,
  ...repairEndpoints,
  ...backfillEndpoints,
  ...previewEndpoints,
  ...healthEndpoints,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
