import * as z from 'zod';
import { cleanChannel } from '../publish/clean-channel.js';
import type { PublishedChannel } from '../publish/published-channel.js';

export const summarySchema = z.object({
  title: z.string(),
  description: z.string(),
  /** "" when it is unknown. */
  siteUrl: z.string(),
  items: z.number(),
  /** Date of the newest item, in milliseconds; null without items. */
  newest: z.number().nullable(),
});

/** What the pages of a site say about a feed or a bundle; changes only with its documents. */
export type Summary = z.infer<typeof summarySchema>;

export function channelSummary(channel: PublishedChannel): Summary {
  const { title, description, siteUrl, items } = cleanChannel(channel);
  const dates = items.map(({ published, addedAt }) => (published ?? addedAt).getTime());
  return {
    title,
    description: description === title ? '' : description,
    siteUrl,
    items: items.length,
    newest: dates.length === 0 ? null : Math.max(...dates),
  };
}
