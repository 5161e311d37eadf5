import * as z from 'zod';
import { backfillBodySchema, backfilledSchema } from '../backfill.js';
import { SOURCE_ERRORS } from '../error-codes.js';
import { idParamsSchema, pageQuerySchema } from '../queries.js';
import {
  feedFetchSchema,
  refreshBatchSchema,
  refreshFeedsBodySchema,
  refreshOutcomeSchema,
} from '../refresh.js';
import { feedRepairSchema, repairFeedBodySchema } from '../repair.js';
import { fetchedTextsSchema, fetchTextsBodySchema } from '../texts.js';

/** Extension: fetching feeds now, and what earlier fetches brought. */
export const refreshEndpoints = {
  refreshFeed: {
    method: 'POST',
    path: '/v1/feeds/:id/refresh',
    summary: 'Extension: fetch a feed now',
    params: () => idParamsSchema,
    response: () => refreshOutcomeSchema,
    statuses: [200],
    errors: ['FEED_NOT_FOUND', 'CREATION_LIMIT_REACHED'],
  },
  refreshFeeds: {
    method: 'POST',
    path: '/v1/refresh',
    summary: 'Extension: fetch several feeds now, some at a time',
    body: () => refreshFeedsBodySchema,
    response: () => refreshBatchSchema,
    statuses: [200],
    errors: ['INVALID_FIELD', 'CREATION_LIMIT_REACHED'],
  },
  listFeedHistory: {
    method: 'GET',
    path: '/v1/feeds/:id/history',
    summary: 'Extension: list the latest fetches of a feed, newest first',
    params: () => idParamsSchema,
    query: () => pageQuerySchema,
    response: () => z.array(feedFetchSchema),
    statuses: [200],
    errors: ['INVALID_FIELD', 'FEED_NOT_FOUND'],
  },
} as const;

/** Extension: fetching the full texts of stored items. */
export const textEndpoints = {
  fetchTexts: {
    method: 'POST',
    path: '/v1/feeds/:id/texts',
    summary: 'Extension: fetch the full texts of the items of a feed, some at a time',
    params: () => idParamsSchema,
    body: () => fetchTextsBodySchema,
    response: () => fetchedTextsSchema,
    statuses: [200],
    errors: ['INVALID_FIELD', 'FEED_NOT_FOUND', 'CREATION_LIMIT_REACHED'],
  },
} as const;

/** Extension: older items than the source lists first. */
export const backfillEndpoints = {
  backfillFeed: {
    method: 'POST',
    path: '/v1/feeds/:id/backfill',
    summary: 'Extension: store older items of a feed, some documents at a time; no event is sent',
    params: () => idParamsSchema,
    body: () => backfillBodySchema,
    response: () => backfilledSchema,
    statuses: [200],
    errors: ['INVALID_FIELD', 'FEED_NOT_FOUND', 'CREATION_LIMIT_REACHED'],
  },
} as const;

const REPAIR_ERRORS = [
  'INVALID_FIELD',
  'FEED_NOT_FOUND',
  ...SOURCE_ERRORS,
  'CREATION_LIMIT_REACHED',
] as const;

/** Extension: finding the list of a feed again after its page changed. */
export const repairEndpoints = {
  getFeedRepair: {
    method: 'GET',
    path: '/v1/feeds/:id/repair',
    summary: 'Extension: read the page of a feed and propose its new list; changes nothing',
    params: () => idParamsSchema,
    response: () => feedRepairSchema,
    statuses: [200],
    errors: REPAIR_ERRORS,
  },
  repairFeed: {
    method: 'POST',
    path: '/v1/feeds/:id/repair',
    summary: 'Extension: accept the proposed list of a feed and refresh it',
    params: () => idParamsSchema,
    body: () => repairFeedBodySchema,
    response: () => refreshOutcomeSchema,
    statuses: [200],
    errors: REPAIR_ERRORS,
  },
} as const;
