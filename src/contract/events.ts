import * as z from 'zod';
import { feedSummarySchema } from './feed.js';
import { itemSchema } from './item.js';

/** One type of event. */
interface EventTypeFacts {
  /** What it announces, in one line. */
  summary: string;
  /** Schema of the body of a delivery. */
  schema: z.ZodObject;
  /** `data` of the sample event. */
  sample: object;
}

/** The body of a webhook delivery: every event is about one feed. */
function eventOf<T extends string, D extends z.ZodType>(type: T, data: D) {
  return z.object({
    id: z.string().describe('Begins with evt_; the same in every retry and replay'),
    type: z.literal(type).describe('Type of the event'),
    feed: feedSummarySchema.describe('The feed without the extension fields'),
    data,
  });
}

/** Every type of event. OpenAPI, docs/api.md and the samples follow from its row. */
export const EVENT_TYPES = {
  feed_update: {
    summary: 'New and changed items of a feed',
    schema: eventOf(
      'feed_update',
      z.object({
        items_new: z.array(itemSchema).describe('Items seen for the first time'),
        items_changed: z.array(itemSchema).describe('Known items whose title or text changed'),
      }),
    ).meta({ id: 'Event' }),
    sample: {
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
  },
  list_lost: {
    summary: 'The page of a feed changed, and its list is no longer found',
    schema: eventOf(
      'list_lost',
      z.object({
        since: z.iso.datetime().describe('The first fetch that missed it; ISO 8601 in UTC'),
        expected: z.int().describe('Items of the last fetch that found the list'),
        found: z.int().describe('Items of the last fetch'),
      }),
    ).meta({ id: 'ListLostEvent' }),
    sample: { since: '2026-01-15T12:00:00.000Z', expected: 20, found: 0 },
  },
  list_found: {
    summary: 'A list that was lost is found again',
    schema: eventOf(
      'list_found',
      z.object({
        since: z.iso.datetime().describe('The first fetch that missed it; ISO 8601 in UTC'),
        found: z.int().describe('Items of the last fetch'),
      }),
    ).meta({ id: 'ListFoundEvent' }),
    sample: { since: '2026-01-15T12:00:00.000Z', found: 20 },
  },
} satisfies Record<string, EventTypeFacts>;

export type EventType = keyof typeof EVENT_TYPES;
export type WebhookEvent = z.infer<(typeof EVENT_TYPES)[EventType]['schema']>;
export type FeedUpdateEvent = z.infer<typeof EVENT_TYPES.feed_update.schema>;
/** Events about the list of a page. */
export type ListEvent = Exclude<WebhookEvent, FeedUpdateEvent>;

const SAMPLE_FEED = {
  id: 'sampleFeed000000',
  title: 'Sample feed',
  source_url: 'https://example.com/news',
  rss_feed_url: 'https://example.com/feeds/sampleFeed000000.xml',
  description: 'An event for testing a webhook; the feed does not exist.',
  icon: '',
  is_active: true,
};

/** A sample event for testing a receiver. */
export function sampleEvent(id: string, type: EventType = 'feed_update'): WebhookEvent {
  return { id, type, feed: SAMPLE_FEED, data: EVENT_TYPES[type].sample } as WebhookEvent;
}
