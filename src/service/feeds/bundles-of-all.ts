import { sql } from 'kysely';
import { send } from '../store/prepared.js';
import type { Db } from '../store/store.js';

/**
 * Adds a new feed to the bundles that have all feeds of its account, at their end. Their revision, which
 * rises with each member, is its position. No answer is read, so that this costs no round trip.
 */
export async function joinBundlesOfAll(
  transaction: Db,
  { id, account_id: account }: { id: string; account_id: string },
  now: number,
): Promise<void> {
  // A literal: the index is of these rows only.
  const isOfAll = sql<boolean>`account_id = ${account} and all_feeds = 1`;
  await send(
    transaction,
    transaction
      .updateTable('bundles')
      .set((column) => ({ revision: column('revision', '+', 1), updated_at: now }))
      .where(isOfAll),
  );
  await send(
    transaction,
    transaction
      .insertInto('bundle_feeds')
      .columns(['bundle_id', 'feed_id', 'position'])
      .expression((from) =>
        from
          .selectFrom('bundles')
          .select(({ cast, val }) => [
            'id as bundle_id',
            cast<string>(val(id), 'text').as('feed_id'),
            cast<number>('revision', 'integer').as('position'),
          ])
          .where(isOfAll),
      ),
  );
}
