import * as z from 'zod';
import { selectorsSchema } from './selectors.js';
import { count, text, textOrNull, timeOrNull } from './values.js';

const listedItem = z.object({ title: text, url: text, date_published: timeOrNull() }).nullable();

export const feedRepairSchema = z
  .object({
    id: text.describe('The feed'),
    page_url: text.describe('Address of the page that was read'),
    feed_url: textOrNull.describe(
      'For the feed of a site: the one that its page names now; null for a page',
    ),
    state: z
      .enum(['intact', 'found', 'uncertain'])
      .describe(
        'intact: the feed still finds its list, nothing to do; found: this is its list; uncertain: the page has a list, but few of its items are known',
      ),
    confidence: z.number().describe('0 to 1: that the new list is the list of the feed'),
    reason: text.describe('What the state follows from, for people'),
    known: z
      .object({
        of: count.describe('Newest items of the feed that were looked for'),
        found: count.describe('How many of them are in the new list'),
        share: z.number().describe('0 to 1: found / of'),
      })
      .describe('Items of the feed that the new list has, at their old address or by their title'),
    current: count.describe('Items that the stored rule or the selectors still find'),
    selectors: selectorsSchema
      .nullable()
      .describe('New selectors for a feed that has some; null for others, and when intact'),
    items: z
      .array(
        z.object({
          old: listedItem.describe('The item of the feed; null when it is new'),
          new: listedItem.describe('On the page; null when it is not there'),
        }),
      )
      .describe('Both lists side by side, in the order of the new one'),
    proposal: textOrNull.describe(
      'Send it to accept the new list; null when there is nothing to accept',
    ),
  })
  .meta({
    id: 'FeedRepair',
    description:
      'The list that a feed would read after its page or the address of its source changed, next to the one it has',
  });

export const repairFeedBodySchema = z
  .strictObject({ proposal: text.min(1).max(200).describe('From the repair that was shown') })
  .meta({ id: 'RepairFeed', description: 'Which new list to accept' });

export type FeedRepair = z.infer<typeof feedRepairSchema>;
export type RepairFeedBody = z.infer<typeof repairFeedBodySchema>;
