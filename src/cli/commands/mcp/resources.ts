import type {
  ListResourcesResult,
  ReadResourceResult,
  Resource,
} from '@modelcontextprotocol/sdk/types.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { FeedClient } from '../../../client/index.js';
import { boundedList, briefItem, resultText } from './bounded.js';

const PAGE = 100;
const ITEMS = 20;
const JSON_TYPE = 'application/json';

/** Lists feeds, then bundles; the cursor is `feeds:OFFSET` or `bundles:OFFSET`. */
export async function listResources(
  client: FeedClient,
  cursor = 'feeds:0',
): Promise<ListResourcesResult> {
  const [, kind, digits] = /^(feeds|bundles):(\d{1,9})$/.exec(cursor) ?? [];
  if (kind === undefined) throw new McpError(ErrorCode.InvalidParams, 'The cursor is invalid.');
  const offset = Number(digits);
  const page = { limit: PAGE, offset };
  const rows = kind === 'feeds' ? await client.listFeeds(page) : await client.listBundles(page);
  const next = rows.length === PAGE ? `${kind}:${offset + PAGE}` : 'bundles:0';
  const isEnd = kind === 'bundles' && rows.length < PAGE;
  return {
    resources: rows.map((row) => resource(kind, row)),
    ...(isEnd ? {} : { nextCursor: next }),
  };
}

/**
 * A resource without its title: titles come from websites, and a client may pass them to a model as
 * instructions. The content of the resource has the title.
 */
function resource(kind: string, row: { id: string }): Resource {
  return {
    uri: `feedctl://${kind}/${row.id}`,
    name: row.id,
    description:
      kind === 'feeds' ? 'A feed with its newest items' : 'A bundle of feeds with its newest items',
    mimeType: JSON_TYPE,
  };
}

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: 'feedctl://feeds/{id}',
    name: 'feed',
    description: 'A feed with its newest items',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: 'feedctl://bundles/{id}',
    name: 'bundle',
    description: 'A bundle of feeds with its newest items',
    mimeType: JSON_TYPE,
  },
];

/** A feed or a bundle with its newest items. */
export async function readResource(client: FeedClient, uri: string): Promise<ReadResourceResult> {
  const [, kind, id] = /^feedctl:\/\/(feeds|bundles)\/([\w-]+)$/.exec(uri) ?? [];
  if (kind === undefined || id === undefined) {
    throw new McpError(
      ErrorCode.InvalidParams,
      'The address of a resource is feedctl://feeds/ID or feedctl://bundles/ID.',
    );
  }
  const { items, ...owner } =
    kind === 'feeds' ? await client.getFeed(id) : await client.getBundle(id);
  const shown = items.slice(0, ITEMS).map(briefItem);
  const rest = { ...owner, total_items: items.length };
  const content = boundedList('items', shown, rest, 'For more, use the tool get_items.');
  return { contents: [{ uri, mimeType: JSON_TYPE, text: resultText(content) }] };
}
