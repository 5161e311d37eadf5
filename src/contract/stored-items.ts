import * as z from 'zod';
import { sinceSchema } from './deliveries.js';
import { MAX_BACKFILL_ITEMS, MAX_BACKFILL_REQUESTS, MAX_TEXT_ITEMS } from './sizes.js';
import { count, cursorField, nextCursor, text, textOrNull } from './values.js';

export const backfillBodySchema = z
  .strictObject({
    limit: count
      .min(1)
      .max(MAX_BACKFILL_ITEMS)
      .optional()
      .describe(`At most so many older items: 1-${MAX_BACKFILL_ITEMS}; default as many`),
    since: sinceSchema.optional().describe('Only items with a date from this time on; ISO 8601'),
    cursor: cursorField(8000),
  })
  .meta({ id: 'Backfill', description: 'Which older items of a source to store' });

export const backfilledSchema = z
  .object({
    items: count.describe('Items stored by all requests so far'),
    requests: count.describe(
      `Requests sent to the source so far, at most ${MAX_BACKFILL_REQUESTS}`,
    ),
    ended: z
      .enum(['complete', 'no-older-items', 'end', 'limits', 'full', 'failed'])
      .nullable()
      .describe(
        'Why there are no more: complete: as many as wanted; no-older-items: the source names no older documents; end: it has no more; limits: 50 requests, pages that repeat, or a link to another site; full: the feed keeps no more; failed: see message; null: send cursor',
      ),
    message: textOrNull.describe('What is wrong; null when nothing is'),
    cursor: nextCursor,
  })
  .meta({ id: 'Backfilled', description: 'Older items stored, and the cursor' });

export const fetchTextsBodySchema = z
  .strictObject({
    limit: count
      .min(1)
      .max(MAX_TEXT_ITEMS)
      .optional()
      .describe(`The newest items, at most so many: 1-${MAX_TEXT_ITEMS}; default all`),
    missing: z
      .boolean()
      .optional()
      .describe('Only items without the text of their page; default false: all are fetched again'),
    cursor: cursorField(1000),
  })
  .meta({ id: 'FetchTexts', description: 'The items whose pages to fetch' });

export const fetchedTextsSchema = z
  .object({
    fetched: count.describe('Items that have the text of their page now'),
    failed: count.describe('Items whose page gave no text; they keep the text they had'),
    failures: z
      .array(
        z.object({
          url: text.describe('Address of the page'),
          code: text.describe('Error code'),
          message: text.describe('What is wrong'),
        }),
      )
      .describe('Why pages gave no text'),
    cursor: nextCursor,
  })
  .meta({ id: 'FetchedTexts', description: 'Texts fetched by one request, and the cursor' });

export type BackfillBody = z.infer<typeof backfillBodySchema>;
export type Backfilled = z.infer<typeof backfilledSchema>;
export type FetchTextsBody = z.infer<typeof fetchTextsBodySchema>;
export type FetchedTexts = z.infer<typeof fetchedTextsSchema>;
