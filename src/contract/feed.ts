import * as z from 'zod';
import { FEED_HEALTH, FEED_SOURCE, FEED_SUMMARY } from '../resources/answers.js';
import { FEED_FIELDS } from '../resources/feed.js';
import { answersOf } from './fields.js';
import { itemSchema } from './item.js';
import { shown, shownExtensions } from './shown.js';
import { text, textOrNull, time } from './values.js';

export const feedSettingsSchema = z
  .object({
    customAuthor: textOrNull.describe(
      `${FEED_FIELDS.customAuthor.doc}; null: ${FEED_FIELDS.customAuthor.noneMeans}`,
    ),
    ...answersOf(FEED_FIELDS, { request: 'settings', own: true }),
    min_interval: text
      .optional()
      .describe(
        'Extension: shortest interval that the operator allows; present when it is longer than interval',
      ),
  })
  .meta({ id: 'FeedSettings', description: 'Settings of a feed, besides its metadata' });

export const feedSummarySchema = z
  .object({
    ...shown(FEED_SUMMARY),
    ...answersOf(FEED_FIELDS, { creates: 'url' }),
    ...shownExtensions(FEED_SOURCE),
    ...answersOf(FEED_FIELDS, { kind: 'filters' }),
    ...shownExtensions(FEED_HEALTH),
    settings: feedSettingsSchema
      .optional()
      .describe('Extension: its settings; only in a list with include=settings'),
    usual_gap: z
      .number()
      .nullable()
      .optional()
      .describe(
        'Extension: seconds between two publications on average, null when that is unknown; only in a list with include=usual_gap, and of feeds with four dates or more of which no setting hides any',
      ),
  })
  .meta({
    id: 'FeedSummary',
    description: 'A feed without its items, as in lists and responses to changes',
  });

export const feedSchema = feedSummarySchema
  .extend({
    push: z
      .object({
        hub: text.describe('Address of the hub'),
        until: time('End of the lease, which is renewed before'),
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
    id: text.describe('Id of the deleted object'),
    deleted: z.literal(true).describe('Always true'),
  })
  .meta({ id: 'Deleted', description: 'Confirms a deletion' });

export type FeedSummary = z.infer<typeof feedSummarySchema>;
export type Feed = z.infer<typeof feedSchema>;
export type FeedSettings = z.infer<typeof feedSettingsSchema>;
export type Deleted = z.infer<typeof deletedSchema>;
