import * as z from 'zod';
import { LENGTHS, PAGE } from './sizes.js';

export const sortSchema = z
  .enum(['last_added', 'date'])
  .describe('Order of items: as the service added them (newest first), or by date of publication');
export type Sort = z.infer<typeof sortSchema>;

export const itemsQuerySchema = z.object({
  sort: sortSchema
    .optional()
    .describe('Order of the items; default last_added, the newest additions first'),
  dropped: z
    .enum(['include', 'only'])
    .optional()
    .describe(
      'Extension: include also returns the items that filters hide, only returns nothing else; each has dropped_by; at most 2,000, the newest',
    ),
});
export type DroppedChoice = NonNullable<z.infer<typeof itemsQuerySchema>['dropped']>;

/** A number beyond the end of every list. */
const MAX_WHOLE_NUMBER = 999_999_999;

/** A whole number in a query string; `Number` alone would accept "1e2", " 5" and "". */
export const numberQuery = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, { error: 'must be a whole number' })
    // zod names no limit for a number that is no safe integer, so longer ones are cut.
    .transform((digits) => Math.min(Number(digits), MAX_WHOLE_NUMBER + 1))
    .pipe(z.int().min(min).max(max));

export const pageQuerySchema = z.object({
  limit: numberQuery(1, PAGE.maxLimit)
    .optional()
    .describe(`Results per page, 1-${PAGE.maxLimit}, default ${PAGE.defaultLimit}`),
  offset: numberQuery(0, MAX_WHOLE_NUMBER).optional().describe('Results to skip, default 0'),
});

const cursor = z
  .string()
  .max(LENGTHS.title)
  .optional()
  .describe(
    'Extension: from the Link header of the previous page, in place of "offset"; for lists in order of creation',
  );

export const listBundlesQuerySchema = pageQuerySchema.extend({ cursor });

export const feedOrderSchema = z
  .enum(['created', 'title', 'last_item', 'health'])
  .describe(
    'Orders of a list of feeds: newest first, by title, newest item first, worst health first',
  );
export type FeedOrder = z.infer<typeof feedOrderSchema>;

export const healthFilterSchema = z
  .enum(['ok', 'failing', 'inactive', 'unhealthy'])
  .describe('Feeds of one health, or those that are failing or inactive');
export type HealthFilter = z.infer<typeof healthFilterSchema>;

export const listFeedsQuerySchema = pageQuerySchema.extend({
  cursor,
  search: z
    .string()
    .max(LENGTHS.title)
    .optional()
    .describe(
      'Extension: part of a title or of source_url, without regard to case and accents. Of one or two ASCII characters: behind the newest 2,000 feeds, the beginning of a title',
    ),
  sort: feedOrderSchema
    .optional()
    .describe(
      'Extension: created and last_item: newest first; title: A to Z; health: worst first; default created',
    ),
  health: healthFilterSchema
    .optional()
    .describe('Extension: only feeds with this health; unhealthy: failing or inactive'),
  include: z
    .enum(['settings', 'usual_gap'])
    .optional()
    .describe(
      'Extension: settings adds the settings of each feed, usual_gap how often it publishes; default: without',
    ),
});
