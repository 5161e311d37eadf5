import * as z from 'zod';
import { BUNDLE_SUMMARY } from '../resources/answers.js';
import { BUNDLE_FIELDS } from '../resources/bundle.js';
import { answersOf } from './fields.js';
import { itemSchema } from './item.js';
import { shown } from './shown.js';

export const bundleSummarySchema = z
  .object({ ...shown(BUNDLE_SUMMARY), ...answersOf(BUNDLE_FIELDS, { own: true }) })
  .meta({
    id: 'BundleSummary',
    description: 'A bundle without its items, as in lists and responses to changes',
  });

export const bundleSchema = bundleSummarySchema
  .extend({
    items: z
      .array(itemSchema)
      .describe(
        'The newest 500 items of all its feeds; an item that several feeds have appears once',
      ),
  })
  .meta({
    id: 'Bundle',
    description: 'A bundle with its items: the response to GET of one bundle',
  });

export type BundleSummary = z.infer<typeof bundleSummarySchema>;
export type Bundle = z.infer<typeof bundleSchema>;
