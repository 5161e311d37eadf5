import type { Db } from '../store/store.js';

/** The feeds of each bundle, in the order they were added: one query, whatever the number. */
export async function membersOf(
  db: Db,
  bundleIds: readonly string[],
): Promise<Map<string, string[]>> {
  const members = new Map<string, string[]>(bundleIds.map((id) => [id, []]));
  if (bundleIds.length === 0) return members;
  const rows = await db
    .selectFrom('bundle_feeds')
    .select(['bundle_id', 'feed_id'])
    .where('bundle_id', 'in', bundleIds)
    .orderBy('bundle_id')
    .orderBy('position')
    .execute();
  for (const row of rows) members.get(row.bundle_id)?.push(row.feed_id);
  return members;
}
