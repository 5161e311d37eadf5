import * as z from 'zod';
import { itemSchema } from './item.js';

/** A named group of feeds, as lists and mutations return it. */
export const bundleSummarySchema = z
  .object({
    id: z.string().describe('`_` and 16 base-62 characters'),
    name: z.string(),
    description: z.string(),
    icon: z.string(),
    rss_feed_url: z.string().describe('Address of the combined RSS feed'),
    feeds: z.array(z.string()).describe('Ids of the members'),
  })
  .meta({ id: 'BundleSummary' });

/** The full bundle, as GET one returns it: the newest items of all members, deduplicated. */
export const bundleSchema = bundleSummarySchema
  .extend({ items: z.array(itemSchema) })
  .meta({ id: 'Bundle' });

export type BundleSummary = z.infer<typeof bundleSummarySchema>;
export type Bundle = z.infer<typeof bundleSchema>;
