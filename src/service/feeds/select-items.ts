import type { Sort } from '../../contract/index.js';
import { prepared } from '../store/prepared.js';
import type { Db } from '../store/store.js';
import { ITEM_ORDER } from './item-order.js';
import { ITEM_COLUMNS, type ItemRow } from './item-row.js';

/** Every current item of a feed; at most 500 are kept of one. */
export async function selectItems(db: Db, feedId: string, sort: Sort): Promise<ItemRow[]> {
  return IN_ORDER[sort](db, feedId);
}

const IN_ORDER = { last_added: itemsInOrder('last_added'), date: itemsInOrder('date') };

function itemsInOrder(sort: Sort) {
  return prepared((db, feedId: string) =>
    db
      .selectFrom('items')
      .select(ITEM_COLUMNS)
      .where('items.feed_id', '=', feedId)
      .orderBy(ITEM_ORDER[sort]),
  );
}
