import * as z from 'zod';
import type { FeedClient } from '../../../client/index.js';
import {
  listFeedsQuerySchema,
  listItemsQuerySchema,
  previewUrlSchema,
  sortSchema,
} from '../../../contract/index.js';
import {
  type ItemPage,
  type ItemPageOptions,
  type ItemScope,
  readItemPage,
} from '../base/item-pages.js';
import { refreshDue } from '../base/refresh-due.js';
import { boundedList, briefItem, fitting } from './bounded.js';
import { defineTool, feedIdField, limitField, offsetField, TOOL_PAGE, type Tool } from './tool.js';

const page = { limit: limitField, offset: offsetField };
const NEXT_OFFSET = 'For the others, call again with a smaller limit and a larger offset.';

/** An alias of `search`, which agents use without reading the schema. */
const queryField = z.string().optional().describe('The same as search');

/** The tools that change nothing. */
export const READ_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'preview',
    description:
      'Show the feed that a website or feed address would become, with its newest items. Stores nothing.',
    input: z.strictObject({
      url: previewUrlSchema.shape.url,
      limit: limitField,
    }),
    async run({ url, limit = TOOL_PAGE.default }, { client }) {
      const { items, ...preview } = await client.preview({ url });
      const shown = items
        .slice(0, limit)
        .map((item) => briefItem({ ...item, authors: item.authors }));
      return boundedList('items', shown, { ...preview, total_items: items.length }, SMALLER);
    },
  }),
  defineTool({
    name: 'list_feeds',
    description: 'List the feeds of the account, without items.',
    input: z.strictObject({
      search: listFeedsQuerySchema.shape.search,
      query: queryField,
      sort: listFeedsQuerySchema.shape.sort,
      health: listFeedsQuerySchema.shape.health,
      ...page,
    }),
    async run({ query, search = query, limit = TOOL_PAGE.default, ...others }, { client }) {
      const feeds = await client.listFeeds({ ...others, search, limit });
      return boundedList('feeds', feeds, {}, NEXT_OFFSET);
    },
  }),
  defineTool({
    name: 'list_bundles',
    description: 'List the bundles of the account: feeds grouped under one address.',
    input: z.strictObject(page),
    async run({ limit = TOOL_PAGE.default, ...query }, { client }) {
      const bundles = await client.listBundles({ ...query, limit });
      return boundedList('bundles', bundles.map(briefBundle), {}, NEXT_OFFSET);
    },
  }),
  defineTool({
    name: 'get_items',
    description:
      'Get the items of a feed or of a bundle, newest first. The text of an item is cut after 2,000 characters.',
    input: z.strictObject({
      id: z
        .string()
        .optional()
        .describe('Id of a feed or a bundle, see list_feeds; default: all feeds'),
      sort: sortSchema.optional(),
      since: listItemsQuerySchema.shape.since,
      limit: limitField,
      cursor: listItemsQuerySchema.shape.cursor,
    }),
    async run({ id = null, since, limit = TOOL_PAGE.default, ...query }, { client, context }) {
      await refreshDue(context, id);
      const from = since === undefined ? undefined : new Date(since);
      return boundedPage(limit, (most) =>
        readShortPage(client, id, { ...query, since: from, limit: most }),
      );
    },
  }),
  defineTool({
    name: 'search_items',
    description:
      'Search the stored items of all feeds, or of one feed or bundle. All words must occur; "a phrase", -without, prefix*.',
    input: z.strictObject({
      search: listItemsQuerySchema.shape.search,
      query: queryField,
      scope: listItemsQuerySchema.shape.scope,
      since: listItemsQuerySchema.shape.since,
      limit: limitField,
      cursor: listItemsQuerySchema.shape.cursor,
    }),
    async run({ query, search = query, limit = TOOL_PAGE.default, ...others }, { client }) {
      return boundedPage(limit, (most) => client.listItems({ ...others, search, limit: most }));
    },
  }),
  defineTool({
    name: 'feed_history',
    description: 'List the latest fetches of a feed: when, the outcome, and the error if any.',
    input: z.strictObject({ id: feedIdField, ...page }),
    async run({ id, limit = TOOL_PAGE.default, offset }, { client }) {
      const fetches = await client.listFeedHistory(id, { limit, offset });
      return boundedList('fetches', fetches, {}, NEXT_OFFSET);
    },
  }),
  defineTool({
    name: 'health',
    description:
      'Report how the service and the feeds are, with the feeds that are failing or inactive and why.',
    input: z.strictObject({ limit: limitField }),
    async run({ limit = TOOL_PAGE.default }, { client }) {
      const service = await client.getServiceHealth();
      const feeds = await client.listFeeds({ health: 'unhealthy', sort: 'health', limit });
      return boundedList('unhealthy_feeds', feeds, { service }, SMALLER);
    },
  }),
];

const SMALLER = 'For complete results, call again with a smaller limit.';

/** A page of items. If it is too large, the entries that fit, with a cursor after them. */
async function boundedPage(
  limit: number,
  read: (limit: number) => Promise<ItemPage>,
): Promise<object> {
  const page = await read(limit);
  const kept = fitting(page.items.map(briefItem), {});
  const { items, ...rest } = kept < page.items.length ? await read(Math.max(1, kept)) : page;
  const result = boundedList('items', items.map(briefItem), rest, 'An item is larger than that.');
  return kept < page.items.length && !('truncated' in result)
    ? {
        ...result,
        truncated: 'The result was too large. For the next items, call again with the cursor.',
      }
    : result;
}

/** A page of `readItemPage`; of a single-page list, the part from the offset in the cursor. */
async function readShortPage(
  client: FeedClient,
  scope: ItemScope,
  query: ItemPageOptions & { limit: number },
): Promise<ItemPage> {
  const { limit, cursor } = query;
  const page = await readItemPage(client, scope, query);
  if (page.cursor !== null || page.items.length <= limit) return page;
  const end = Number(cursor ?? 0) + limit;
  return {
    items: page.items.slice(end - limit, end),
    cursor: end < page.items.length ? String(end) : null,
  };
}

/** Maximum number of members of a bundle in a result. */
const MAX_MEMBERS = 100;

/** A bundle with its first members only: it may have thousands. */
function briefBundle(owner: object): object {
  if (!('feeds' in owner) || !Array.isArray(owner.feeds)) return owner;
  const { feeds } = owner;
  if (feeds.length <= MAX_MEMBERS) return owner;
  return { ...owner, feeds: feeds.slice(0, MAX_MEMBERS), total_feeds: feeds.length };
}
