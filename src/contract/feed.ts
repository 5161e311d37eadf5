import * as z from 'zod';
import { FEED_FIELDS } from '../resources/feed.js';
import { answersOf } from './fields.js';
import { itemSchema } from './item.js';
import { KEYWORD_MODES } from './keyword-mode.js';
import { pageModeSchema } from './selectors.js';

export const feedDocumentSchema = z
  .object({
    kind: z.enum(['feed', 'html']),
    url: z.string(),
    confidence: z
      .number()
      .optional()
      .describe(
        'When a feed is created from a page: 0 to 1, that its items are the list of the page; later absent',
      ),
    note: z
      .string()
      .optional()
      .describe(
        'When a feed is created: why this document is read, and other feeds of the site; later absent',
      ),
  })
  .describe('A document that a feed reads: a feed, or a page that is turned into a feed');

/**
 * The request that created a feed, when `source_url` does not contain it. A feedctl extension,
 * absent for a plain feed of an address. Backups need it, because the words of a headline cannot be
 * recovered from the search address.
 */
const sourceExtension = {
  keyword: z
    .string()
    .optional()
    .describe('Extension: the search or the whole headline; news feeds only'),
  region: z.string().optional().describe('Extension: news edition as CC:lang; news feeds only'),
  ...answersOf(FEED_FIELDS, { creates: 'url' }),
  mode: z
    .enum([...KEYWORD_MODES, ...pageModeSchema.options])
    .optional()
    .describe(
      'Extension: how a news feed reads its keyword; changes: the changes of a page are its items',
    ),
  document: feedDocumentSchema
    .optional()
    .describe(
      'Extension: the document that is fetched: a feed, or a page that is converted to a feed',
    ),
};

export const feedHealthStateSchema = z
  .enum(['ok', 'failing', 'inactive'])
  .describe('failing is retried with a backoff, inactive only once a week');
export type FeedHealthState = z.infer<typeof feedHealthStateSchema>;

export const fetchReasonSchema = z
  .enum([
    'rhythm',
    'ceiling',
    'floor',
    'publisher',
    'skip_hours',
    'interval',
    'quiet_hours',
    'push',
    'retry',
    'probe',
    'paused',
    'suspended',
  ])
  .describe('What decided the time of the next fetch');
export type FetchReason = z.infer<typeof fetchReasonSchema>;

/** The fetch status. A feedctl extension. */
const healthExtension = {
  health: feedHealthStateSchema
    .optional()
    .describe('Extension: ok; failing: the last fetch failed; inactive: see is_active'),
  last_fetched_at: z
    .string()
    .optional()
    .describe('Extension: time of the last fetch, successful or not; ISO 8601 in UTC'),
  last_error: z
    .string()
    .nullable()
    .optional()
    .describe('Extension: the reason when health is not ok, else null'),
  failing_since: z
    .string()
    .nullable()
    .optional()
    .describe(
      'Extension: time of the first of the fetches that failed in a row; null when health is ok; ISO 8601 in UTC',
    ),
  last_item_at: z
    .string()
    .nullable()
    .optional()
    .describe('Extension: date of the newest item; null when the items have no dates'),
  drift: z
    .object({
      since: z.string().describe('ISO 8601 in UTC'),
      expected: z.int().describe('Items of the last fetch that found the list'),
      found: z.int().describe('Items of the last fetch'),
      confidence: z.number().describe('0 to 1'),
    })
    .optional()
    .describe(
      'Extension: the page changed and its list is no longer found; absent while it is found',
    ),
  next_fetch_at: z
    .string()
    .nullable()
    .optional()
    .describe('Extension: time of the next fetch; null while paused or suspended'),
  next_fetch_reason: fetchReasonSchema
    .nullable()
    .optional()
    .describe(
      'Extension: what decided on that time; null for a feed not fetched since feedctl keeps reasons',
    ),
};

export const feedSettingsSchema = z
  .object({
    customAuthor: z
      .string()
      .nullable()
      .describe(`${FEED_FIELDS.customAuthor.doc}; null: ${FEED_FIELDS.customAuthor.noneMeans}`),
    ...answersOf(FEED_FIELDS, { request: 'settings', own: true }),
    min_interval: z
      .string()
      .optional()
      .describe(
        'Extension: shortest interval that the operator allows; present when it is longer than interval',
      ),
  })
  .meta({ id: 'FeedSettings', description: 'Settings of a feed, besides its metadata' });

export const feedSummarySchema = z
  .object({
    id: z.string().describe('16 base-62 characters'),
    title: z.string().describe('Title of the source, or the one set by PATCH'),
    description: z.string().describe('Description; "" when there is none'),
    icon: z.string().describe('Address of an image; "" when there is none'),
    source_url: z.string().describe('Address the feed was created from, normalised'),
    rss_feed_url: z.string().describe('Address of the published RSS feed'),
    is_active: z
      .boolean()
      .describe('False after 30 days of failures or two answers of 410 Gone; retried once a week'),
    ...sourceExtension,
    ...answersOf(FEED_FIELDS, { kind: 'filters' }),
    ...healthExtension,
    settings: feedSettingsSchema
      .optional()
      .describe('Extension: its settings; only in a list with include=settings'),
  })
  .meta({
    id: 'FeedSummary',
    description: 'A feed without its items, as in lists and responses to changes',
  });

export const feedSchema = feedSummarySchema
  .extend({
    push: z
      .object({
        hub: z.string().describe('Address of the hub'),
        until: z.string().describe('End of the lease, which is renewed before; ISO 8601 in UTC'),
      })
      .optional()
      .describe('Extension: the WebSub hub that pushes the feed; GET of one feed only'),
    items: z.array(itemSchema).describe('All current items'),
  })
  .meta({
    id: 'Feed',
    description: 'A feed with its items: the response to create and to GET of one feed',
  });

export const deletedSchema = z
  .object({
    id: z.string().describe('Id of the deleted object'),
    deleted: z.literal(true).describe('Always true'),
  })
  .meta({ id: 'Deleted', description: 'Confirms a deletion' });

export type FeedSummary = z.infer<typeof feedSummarySchema>;
export type Feed = z.infer<typeof feedSchema>;
export type FeedSettings = z.infer<typeof feedSettingsSchema>;
export type Deleted = z.infer<typeof deletedSchema>;

/** True for the id of a bundle; for commands that accept ids of feeds and bundles. */
export function isBundleId(id: string): boolean {
  return id.startsWith('_');
}
