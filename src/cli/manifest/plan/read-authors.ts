import type { FeedClient } from '../../../client/index.js';
import { inOrder } from '../../bulk/in-order.js';
import type { ServiceKind } from '../../bulk/service-kind.js';

/** The custom author of each feed, null where there is none. */
export async function readAuthors(
  client: FeedClient,
  ids: readonly string[],
  { reads }: ServiceKind,
  onRead: () => void = () => {},
): Promise<Map<string, string | null>> {
  const authors = new Map<string, string | null>();
  const settings = inOrder(ids, reads, async (id) => {
    const { customAuthor } = await client.getFeedSettings(id);
    return { id, customAuthor };
  });
  for await (const { id, customAuthor } of settings) {
    authors.set(id, customAuthor);
    onRead();
  }
  return authors;
}
