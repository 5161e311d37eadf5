import * as z from 'zod';
import {
  createBundleBodySchema,
  createFromKeywordSchema,
  createFromUrlSchema,
  feedSummarySchema,
  updateBundleBodySchema,
  updateFeedBodySchema,
  updateFeedSettingsBodySchema,
} from '../../../contract/index.js';
import { makeBundle } from '../../bulk/make-bundle.js';
import { UsageError } from '../../kit/index.js';
import { boundedList, briefItem } from './bounded.js';
import { bundleIdField, defineTool, feedIdField, TOOL_PAGE, type Tool } from './tool.js';

const feedId = { id: feedIdField };
const bundleId = { id: bundleIdField };

/** The tools that change the account; listed only with --allow-writes. */
export const WRITE_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'create_feed',
    description:
      'Create a feed from the address of a website or feed (url), or from a news search (keyword). Returns the existing feed when the account already has this source.',
    // Credentials of sources are left out, because they do not belong into a conversation.
    input: z.strictObject({
      ...createFromUrlSchema.omit({ access: true }).shape,
      url: createFromUrlSchema.shape.url.optional(),
      ...createFromKeywordSchema.shape,
      keyword: createFromKeywordSchema.shape.keyword.optional(),
      mode: feedSummarySchema.shape.mode,
    }),
    async run({ url, keyword, selectors, from, region, mode, ...common }, { client, context }) {
      if ((url === undefined) === (keyword === undefined)) {
        throw new UsageError('create_feed requires either url or keyword.');
      }
      const search = createFromKeywordSchema.shape.mode.safeParse(mode);
      const page = createFromUrlSchema.shape.mode.safeParse(mode);
      if (!(url === undefined ? search : page).success) {
        throw new UsageError(`mode ${mode} is not for a ${url === undefined ? 'keyword' : 'url'}.`);
      }
      const feed = await client.createFeed(
        url === undefined
          ? { keyword: keyword ?? '', region, mode: search.data, ...common }
          : { url, mode: page.data, selectors, from, ...common },
      );
      await (await context.maintenance())?.all();
      const { items, ...rest } = feed;
      const shown = items.slice(0, TOOL_PAGE.default).map(briefItem);
      return boundedList('items', shown, { ...rest, total_items: items.length }, 'See get_items.');
    },
  }),
  defineTool({
    name: 'update_feed',
    description: 'Change the title, description, icon, selectors or filters of a feed.',
    input: z.strictObject({ ...feedId, ...updateFeedBodySchema.omit({ access: true }).shape }),
    run: ({ id, ...body }, { client }) => client.updateFeed(id, body),
  }),
  defineTool({
    name: 'update_feed_settings',
    description: 'Change the settings of a feed: interval, quiet hours, full text, author.',
    input: z.strictObject({ ...feedId, ...updateFeedSettingsBodySchema.shape }),
    run: ({ id, ...body }, { client }) => client.updateFeedSettings(id, body),
  }),
  defineTool({
    name: 'delete_feed',
    description: 'Delete a feed and its items permanently.',
    destroys: true,
    input: z.strictObject(feedId),
    run: ({ id }, { client }) => client.deleteFeed(id),
  }),
  defineTool({
    name: 'refresh_feed',
    description: 'Fetch a feed now, whether it is due or not.',
    input: z.strictObject(feedId),
    async run({ id }, { client, context }) {
      const outcome = await client.refreshFeed(id);
      await (await context.maintenance())?.all();
      return outcome;
    },
  }),
  defineTool({
    name: 'create_bundle',
    description: 'Create a bundle: feeds grouped under one address.',
    input: createBundleBodySchema,
    run: (body, { client, context }) => makeBundle(client, body, { signal: context.signal }),
  }),
  defineTool({
    name: 'update_bundle',
    description: 'Change the name, description, icon or filters of a bundle.',
    input: z.strictObject({ ...bundleId, ...updateBundleBodySchema.shape }),
    run: ({ id, ...body }, { client }) => client.updateBundle(id, body),
  }),
  defineTool({
    name: 'add_to_bundle',
    description: 'Add a feed to a bundle.',
    input: z.strictObject({ ...bundleId, feed_id: feedIdField }),
    run: ({ id, feed_id }, { client }) => client.addFeedToBundle(id, feed_id),
  }),
  defineTool({
    name: 'remove_from_bundle',
    description: 'Remove a feed from a bundle; the feed is kept.',
    input: z.strictObject({ ...bundleId, feed_id: feedIdField }),
    run: ({ id, feed_id }, { client }) => client.removeFeedFromBundle(id, feed_id),
  }),
  defineTool({
    name: 'delete_bundle',
    description: 'Delete a bundle permanently; its feeds are kept.',
    destroys: true,
    input: z.strictObject(bundleId),
    run: ({ id }, { client }) => client.deleteBundle(id),
  }),
].map((tool) => ({ ...tool, writes: true }));
