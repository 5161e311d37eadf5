import * as z from 'zod';
import { itemSchema } from './item.js';
import { pageQuerySchema } from './queries.js';
import { LENGTHS } from './sizes.js';

export const searchItemsQuerySchema = z.object({
  search: z
    .string()
    .max(LENGTHS.title)
    .describe(
      'Words that the items contain, in any order; "a phrase", -without, prefix* (at least 3 letters)',
    ),
  scope: z
    .string()
    .max(LENGTHS.title)
    .optional()
    .describe('Id of a feed or a bundle; default: all feeds of the account'),
  since: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('Only items published at this time or later; ISO 8601'),
  limit: pageQuerySchema.shape.limit,
  cursor: z
    .string()
    .max(LENGTHS.title)
    .optional()
    .describe('From the previous response: the next results'),
});

export const itemSearchSchema = z
  .object({
    items: z
      .array(itemSchema)
      .describe('The matching items, the last added first, each with its feed'),
    cursor: z
      .string()
      .nullable()
      .describe(
        'Send it again for more results; null at the end. A page may have fewer items than limit',
      ),
    unindexed: z
      .int()
      .describe(
        'Items of the service that are not searchable yet: after an upgrade, while the index is built; usually 0',
      ),
  })
  .meta({ id: 'ItemSearch', description: 'Items that match a search, and the cursor' });

export type ItemSearch = z.infer<typeof itemSearchSchema>;
export type SearchItemsQuery = z.input<typeof searchItemsQuerySchema>;
