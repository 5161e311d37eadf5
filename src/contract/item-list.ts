import * as z from 'zod';
import { sinceSchema } from './deliveries.js';
import { itemSchema } from './item.js';
import { itemsQuerySchema, numberQuery } from './queries.js';
import { ITEM_PAGE, LENGTHS } from './sizes.js';
import { count, text, textOrNull } from './values.js';

const words = text.max(LENGTHS.title).optional();

export const listItemsQuerySchema = z.object({
  search: words.describe(
    'Only items that contain these words, in any order; "a phrase", -without, prefix* (at least 3 letters). Without "sort" and "dropped"',
  ),
  scope: text
    .min(1)
    .max(LENGTHS.title)
    .optional()
    .describe('Id of a feed or a bundle; default: all feeds of the account'),
  since: sinceSchema.optional().describe('Only items published at this time or later; ISO 8601'),
  ...itemsQuerySchema.shape,
  limit: numberQuery(1, ITEM_PAGE.max)
    .optional()
    .describe(`Results per page, 1-${ITEM_PAGE.max}, default ${ITEM_PAGE.default}`),
  cursor: words.describe('From the previous response: the next results'),
});

export const itemListSchema = z
  .object({
    items: z
      .array(itemSchema)
      .describe('The items, each with its feed; matches of a search: the last added first'),
    cursor: textOrNull.describe(
      'Send it again for more results; null at the end. A page may have fewer items than limit',
    ),
    hidden: count
      .optional()
      .describe(
        'Without "dropped": items that filters hide among those that the page was read from',
      ),
    undated: count
      .optional()
      .describe(
        'First page of a list with "since": items without a date, which "since" leaves out; at most 1,000 are counted',
      ),
  })
  .meta({ id: 'ItemList', description: 'Items of feeds, and the cursor' });

export type ItemList = z.infer<typeof itemListSchema>;
export type ListItemsQuery = z.input<typeof listItemsQuerySchema>;
