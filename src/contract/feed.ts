import { z } from 'zod';
import { itemSchema } from './item.js';

/** A feed as lists and mutations return it: everything but `items`. */
export const feedSummarySchema = z
  .object({
    id: z.string().describe('16 base-62 characters'),
    title: z.string(),
    description: z.string(),
    icon: z.string().describe('Address of an image; empty when there is none'),
    source_url: z.string(),
    rss_feed_url: z.string(),
    is_active: z.boolean(),
  })
  .meta({ id: 'FeedSummary' });

/** The full feed, as create and GET one return it. */
export const feedSchema = feedSummarySchema
  .extend({ items: z.array(itemSchema) })
  .meta({ id: 'Feed' });

export const feedSettingsSchema = z
  .object({
    customAuthor: z
      .string()
      .nullable()
      .describe('Replaces the authors of every item; null keeps those of the source'),
  })
  .meta({ id: 'FeedSettings' });

export const deletedSchema = z
  .object({ id: z.string(), deleted: z.literal(true) })
  .meta({ id: 'Deleted' });

export type FeedSummary = z.infer<typeof feedSummarySchema>;
export type Feed = z.infer<typeof feedSchema>;
export type FeedSettings = z.infer<typeof feedSettingsSchema>;
export type Deleted = z.infer<typeof deletedSchema>;
