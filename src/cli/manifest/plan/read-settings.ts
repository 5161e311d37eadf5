import type { FeedClient, FeedSettings } from '../../../client/index.js';
import { inOrder } from '../../bulk/in-order.js';
import type { ServiceKind } from '../../bulk/service-kind.js';

/** The settings of each feed. */
export async function readSettings(
  client: FeedClient,
  ids: readonly string[],
  { reads }: ServiceKind,
  onRead: () => void = () => {},
): Promise<Map<string, FeedSettings>> {
  const all = new Map<string, FeedSettings>();
  const settings = inOrder(ids, reads, async (id) => ({
    id,
    ...(await client.getFeedSettings(id)),
  }));
  for await (const { id, customAuthor, interval } of settings) {
    all.set(id, { customAuthor, interval });
    onRead();
  }
  return all;
}
