import * as z from 'zod';
import { BUNDLE_FIELDS } from '../resources/bundle.js';
import { answersOf } from './fields.js';
import { itemSchema } from './item.js';

export const bundleSummarySchema = z
  .object({
    id: z.string().describe('`_` and 16 base-62 characters'),
    name: z.string().describe('Name, also the title of the combined feed'),
    description: z.string().describe('Description; "" when there is none'),
    icon: z.string().describe('Address of an image; "" when there is none'),
    rss_feed_url: z.string().describe('Address of the combined RSS feed'),
    feeds: z.array(z.string()).describe('Ids of the feeds in the bundle'),
    ...answersOf(BUNDLE_FIELDS, { kind: 'filters' }),
  })
  .meta({
    id: 'BundleSummary',
    description: 'A bundle without its items, as in lists and responses to changes',
  });

export const bundleSchema = bundleSummarySchema
  .extend({
    items: z
      .array(itemSchema)
      .describe('The newest 500 items of all its feeds; items with the same address appear once'),
  })
  .meta({
    id: 'Bundle',
    description: 'A bundle with its items: the response to GET of one bundle',
  });

export type BundleSummary = z.infer<typeof bundleSummarySchema>;
export type Bundle = z.infer<typeof bundleSchema>;
