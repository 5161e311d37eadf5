import * as z from 'zod';
import { feedSummarySchema } from './feed.js';
import { itemSchema } from './item.js';

/** The webhook event of specification sections 2 and 6. */
export const eventSchema = z
  .object({
    id: z.string().describe('Begins with evt_'),
    type: z.literal('feed_update'),
    feed: feedSummarySchema,
    data: z.object({ items_new: z.array(itemSchema), items_changed: z.array(itemSchema) }),
  })
  .meta({ id: 'Event' });

export type FeedUpdateEvent = z.infer<typeof eventSchema>;
