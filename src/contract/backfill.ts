import * as z from 'zod';
import { sinceSchema } from './deliveries.js';
import { MAX_BACKFILL_ITEMS, MAX_BACKFILL_REQUESTS } from './sizes.js';

export const backfillBodySchema = z
  .strictObject({
    limit: z
      .int()
      .min(1)
      .max(MAX_BACKFILL_ITEMS)
      .optional()
      .describe(`At most so many older items: 1-${MAX_BACKFILL_ITEMS}; default as many`),
    since: sinceSchema.optional().describe('Only items with a date from this time on; ISO 8601'),
    cursor: z
      .string()
      .max(8000)
      .optional()
      .describe('From the previous response: resume there; other fields are then ignored'),
  })
  .meta({ id: 'Backfill', description: 'Which older items of a source to store' });

export const backfilledSchema = z
  .object({
    items: z.int().describe('Items stored by all requests so far'),
    requests: z
      .int()
      .describe(`Requests sent to the source so far, at most ${MAX_BACKFILL_REQUESTS}`),
    ended: z
      .enum(['complete', 'no-older-items', 'end', 'limits', 'full', 'failed'])
      .nullable()
      .describe(
        'Why there are no more: complete: as many as wanted; no-older-items: the source names no older documents; end: it has no more; limits: 50 requests, pages that repeat, or a link to another site; full: the feed keeps no more; failed: see message; null: send cursor',
      ),
    message: z.string().nullable().describe('What is wrong; null when nothing is'),
    cursor: z
      .string()
      .nullable()
      .describe('Send it again to fetch the rest; null when all are done'),
  })
  .meta({ id: 'Backfilled', description: 'Older items stored, and the cursor' });

export type BackfillBody = z.infer<typeof backfillBodySchema>;
export type Backfilled = z.infer<typeof backfilledSchema>;
