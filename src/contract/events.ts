import * as z from 'zod';
import { feedSummarySchema } from './feed.js';
import { itemSchema } from './item.js';

/** The body of a webhook delivery: new and changed items of one feed. */
export const eventSchema = z
  .object({
    id: z.string().describe('Begins with evt_; the same in every retry and replay'),
    type: z.literal('feed_update').describe('Type of the event'),
    feed: feedSummarySchema.describe('The feed without the extension fields'),
    data: z.object({
      items_new: z.array(itemSchema).describe('Items seen for the first time'),
      items_changed: z
        .array(itemSchema)
        .describe('Known items whose title, address, authors or text changed'),
    }),
  })
  .meta({ id: 'Event' });

export type FeedUpdateEvent = z.infer<typeof eventSchema>;

/** An example event for testing a receiver. */
export function sampleEvent(id: string): FeedUpdateEvent {
  return {
    id,
    type: 'feed_update',
    feed: {
      id: 'sampleFeed000000',
      title: 'Sample feed',
      source_url: 'https://example.com/news',
      rss_feed_url: 'https://example.com/feeds/sampleFeed000000.xml',
      description: 'An event for testing a webhook; the feed does not exist.',
      icon: '',
      is_active: true,
    },
    data: {
      items_new: [
        {
          url: 'https://example.com/news/hello',
          title: 'Hello from feedctl',
          description_text: 'If you can read this, the webhook works.',
          description_html: '<p>If you can read this, the webhook works.</p>',
          thumbnail: null,
          date_published: '2026-01-15T12:00:00.000Z',
          authors: [{ name: 'feedctl' }],
        },
      ],
      items_changed: [],
    },
  };
}
