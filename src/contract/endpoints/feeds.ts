import * as z from 'zod';
import { SOURCE_ERRORS } from '../error-codes.js';
import { deletedSchema, feedSchema, feedSettingsSchema, feedSummarySchema } from '../feed.js';
import { idParamsSchema, itemsQuerySchema, listFeedsQuerySchema } from '../queries.js';
import {
  createFeedBodySchema,
  updateFeedBodySchema,
  updateFeedSettingsBodySchema,
} from '../requests.js';

/** Feeds of an account. */
export const feedEndpoints = {
  createFeed: {
    method: 'POST',
    path: '/v1/feeds',
    summary: 'Create a feed',
    body: () => createFeedBodySchema,
    response: () => feedSchema,
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
    params: () => idParamsSchema,
    query: () => itemsQuerySchema,
    response: () => feedSchema,
    statuses: [200],
    errors: ['INVALID_FIELD', 'FEED_NOT_FOUND', 'OVERLOADED'],
  },
  listFeeds: {
    method: 'GET',
    path: '/v1/feeds',
    summary: 'List feeds',
    query: () => listFeedsQuerySchema,
    response: () => z.array(feedSummarySchema),
    statuses: [200],
    errors: ['INVALID_FIELD', 'OVERLOADED'],
  },
  updateFeed: {
    method: 'PATCH',
    path: '/v1/feeds/:id',
    summary: 'Update feed metadata',
    params: () => idParamsSchema,
    body: () => updateFeedBodySchema,
    response: () => feedSummarySchema,
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
    params: () => idParamsSchema,
    response: () => feedSettingsSchema,
    statuses: [200],
    errors: ['FEED_NOT_FOUND'],
  },
  updateFeedSettings: {
    method: 'PATCH',
    path: '/v1/feeds/:id/settings',
    summary: 'Update feed settings',
    params: () => idParamsSchema,
    body: () => updateFeedSettingsBodySchema,
    response: () => feedSettingsSchema,
    statuses: [200],
    errors: ['INVALID_FIELD', 'FEED_NOT_FOUND'],
  },
  deleteFeed: {
    method: 'DELETE',
    path: '/v1/feeds/:id',
    summary: 'Delete a feed permanently',
    params: () => idParamsSchema,
    response: () => deletedSchema,
    statuses: [200],
    errors: ['FEED_NOT_FOUND'],
  },
} as const;
