import * as z from 'zod';
import { failureSchema } from './error.js';
import { LENGTHS, MAX_REFRESH_IDS } from './sizes.js';
import { count, nextCursor, text, textOrNull, time } from './values.js';

/** Time for which POST /v1/refresh fetches before it responds, in seconds. */
export const REFRESH_WAIT = { default: 10, max: 30 } as const;

const sourceFailure = failureSchema
  .nullable()
  .describe('Why the source could not be read; null when it could');

export const refreshOutcomeSchema = z
  .object({
    id: text,
    title: text,
    outcome: z
      .enum(['updated', 'unchanged', 'failed', 'skipped', 'running'])
      .describe(
        'skipped: the site asked clients to wait, error says until when; running: the source had not answered in time, the history of the feed has the outcome later',
      ),
    items_new: count,
    items_changed: count,
    error: sourceFailure,
    next_refresh_at: textOrNull.describe(
      'ISO 8601; null for a paused feed, and for one that does not exist',
    ),
  })
  .meta({ id: 'RefreshOutcome', description: 'The result of fetching one feed' });

const choice = z.boolean().optional();

export const refreshFeedsBodySchema = z
  .strictObject({
    ids: z
      .array(text.min(1).max(LENGTHS.title))
      .min(1)
      .max(MAX_REFRESH_IDS)
      .optional()
      .describe('Feeds, or bundles for all their feeds'),
    due: choice.describe('Feeds that are due'),
    older_than_seconds: z
      .number()
      .min(0)
      .max(604_800)
      .optional()
      .describe(
        "With ids: only feeds whose last fetch is at least this long ago, and the operator's minimum interval",
      ),
    all: choice.describe('Every feed of the account'),
    unless_served: choice.describe(
      'Fetch nothing while a process of the service refreshes due feeds',
    ),
    reread: choice.describe(
      'Read whole documents, even unchanged ones, and store again what they say of known items',
    ),
    wait_seconds: z
      .number()
      .min(0)
      .max(REFRESH_WAIT.max)
      .optional()
      .describe(`How long to fetch before the response is sent; default ${REFRESH_WAIT.default}`),
    cursor: text
      .max(32_768)
      .optional()
      .describe('From the previous response, with the same selection: resume there'),
  })
  .refine(({ ids, due, all }) => (all === true) !== (ids !== undefined || due === true), {
    error: 'must have one of "ids", "due": true and "all": true; "ids" and "due" may go together',
  })
  .refine((body) => body.older_than_seconds === undefined || body.ids !== undefined, {
    error: 'must have "ids" with "older_than_seconds"',
  })
  .meta({
    id: 'RefreshFeeds',
    description: 'The feeds to fetch: ids, due or all; ids with due: only the due ones of these',
  });

export const refreshBatchSchema = z
  .object({
    results: z.array(refreshOutcomeSchema),
    remaining: count.describe('Feeds of the selection without a result yet'),
    shortest_interval_seconds: z
      .number()
      .describe('Minimum time between two fetches of a feed, set by the operator'),
    cursor: nextCursor,
  })
  .meta({
    id: 'RefreshBatch',
    description: 'Results of a part of a refresh, and the cursor of the next',
  });

export const feedFetchSchema = z
  .object({
    number: count.describe('Counts up within the feed'),
    at: time(),
    outcome: z.enum(['updated', 'unchanged', 'failed']),
    http_status: count.nullable().describe('Status of a failed response'),
    items_new: count,
    items_changed: count,
    duration_ms: count,
    error: sourceFailure,
    note: text
      .optional()
      .describe('What happened to the list of a changed page; absent when there is nothing to say'),
    pushed: z
      .literal(true)
      .optional()
      .describe('A hub sent the document; absent when it was fetched'),
    texts: z
      .object({
        fetched: count.describe('Items that have the text of their page now'),
        failed: count.describe('Items whose page gave no text; they keep the text of the feed'),
        waiting: count.describe('Items whose page is fetched at a later refresh'),
        error: failureSchema.nullable().describe('The first failure; null without one'),
      })
      .optional()
      .describe('Pages of items fetched for their full text; absent when there were none'),
  })
  .meta({ id: 'FeedFetch', description: "One fetch of a feed's source" });

export type RefreshOutcome = z.infer<typeof refreshOutcomeSchema>;
export type RefreshFeedsBody = z.infer<typeof refreshFeedsBodySchema>;
export type RefreshBatch = z.infer<typeof refreshBatchSchema>;
export type FeedFetch = z.infer<typeof feedFetchSchema>;
