import type { Db } from '../store/store.js';

/** The identities that the document read last listed, in its order. */
export async function readFeedDocument(db: Db, feedId: string): Promise<string[]> {
  const row = await db
    .selectFrom('feed_documents')
    .select('identities')
    .where('feed_id', '=', feedId)
    .executeTakeFirst();
  return row === undefined ? [] : (JSON.parse(row.identities) as string[]);
}

export async function writeFeedDocument(
  db: Db,
  feedId: string,
  identities: readonly string[],
): Promise<void> {
  const row = { feed_id: feedId, identities: JSON.stringify(identities) };
  await db
    .insertInto('feed_documents')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('feed_id').doUpdateSet({ identities: row.identities }),
    )
    .execute();
}
