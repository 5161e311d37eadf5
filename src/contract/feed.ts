import * as z from 'zod';
import { itemSchema } from './item.js';
import { DOCUMENT_CHOICES, KEYWORD_MODES, selectorsSchema } from './requests.js';

/**
 * What a feed was asked to be made from, where `source_url` cannot say it. Extension of feedctl's
 * own service, absent from a plain feed of an address: a backup needs it, and the words of a
 * headline cannot be told from the search that was made of them.
 */
const sourceExtension = {
  mode: z.enum(KEYWORD_MODES).optional().describe('Extension: news feeds only'),
  keyword: z.string().optional().describe('Extension: the search or the whole headline'),
  region: z.string().optional().describe('Extension: edition of the news, CC:lang'),
  selectors: selectorsSchema.optional().describe('Extension: what narrows the generator'),
  from: z
    .enum(DOCUMENT_CHOICES)
    .optional()
    .describe('Extension: which document was asked for, unless it was left to the service'),
  document: z
    .object({ kind: z.enum(['feed', 'html']), url: z.string() })
    .optional()
    .describe('Extension: the document that the feed reads: a feed, or a page as a feed'),
};

/** `failing` is retried with a backoff, `inactive` only once a week. */
export const FEED_HEALTH_STATES = ['ok', 'failing', 'inactive'] as const;
export type FeedHealthState = (typeof FEED_HEALTH_STATES)[number];

/** How fetching the source goes. Extension of feedctl's own service. */
const healthExtension = {
  health: z
    .enum(FEED_HEALTH_STATES)
    .optional()
    .describe('Extension: whether the last fetch failed, or the service gave the source up'),
  last_fetched_at: z
    .string()
    .optional()
    .describe('Extension: when the source was last fetched, successfully or not; ISO 8601 in UTC'),
  last_error: z
    .string()
    .nullable()
    .optional()
    .describe('Extension: why health is not ok; null when it is'),
  last_item_at: z
    .string()
    .nullable()
    .optional()
    .describe('Extension: date of the newest item; null when the source shows no dates'),
};

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
    ...sourceExtension,
    ...healthExtension,
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
    interval: z
      .string()
      .optional()
      .describe('Extension: how often the feed is fetched, or paused; absent: auto'),
    minInterval: z
      .string()
      .optional()
      .describe('Extension: what the operator allows, where it is longer than interval'),
  })
  .meta({ id: 'FeedSettings' });

export const deletedSchema = z
  .object({ id: z.string(), deleted: z.literal(true) })
  .meta({ id: 'Deleted' });

export type FeedSummary = z.infer<typeof feedSummarySchema>;
export type Feed = z.infer<typeof feedSchema>;
export type FeedSettings = z.infer<typeof feedSettingsSchema>;
export type Deleted = z.infer<typeof deletedSchema>;

/** True for the id of a bundle: users mix the two up, so commands that take either look here. */
export function isBundleId(id: string): boolean {
  return id.startsWith('_');
}
