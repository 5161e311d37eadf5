import type { Sort } from '../../contract/index.js';
import { prepared } from '../store/prepared.js';
import type { Db } from '../store/store.js';
import { ITEM_ORDER } from './item-order.js';
import { ITEM_COLUMNS, type ItemRow, SHOWN_COLUMNS, type ShownItem } from './item-row.js';

/** Every current item of a feed; at most 500 are kept of one. */
export async function selectItems(db: Db, feedId: string, sort: Sort): Promise<ItemRow[]> {
  return WHOLE[sort](db, feedId);
}

/** The same without what only publishing needs: each value of a row costs a microsecond. */
export async function selectShownItems(db: Db, feedId: string, sort: Sort): Promise<ShownItem[]> {
  return SHOWN[sort](db, feedId);
}

const WHOLE = { last_added: wholeInOrder('last_added'), date: wholeInOrder('date') };
const SHOWN = { last_added: shownInOrder('last_added'), date: shownInOrder('date') };

function wholeInOrder(sort: Sort) {
  return prepared((db, feedId: string) => ofFeed(db, feedId, sort).select(ITEM_COLUMNS));
}

function shownInOrder(sort: Sort) {
  return prepared((db, feedId: string) => ofFeed(db, feedId, sort).select(SHOWN_COLUMNS));
}

function ofFeed(db: Db, feedId: string, sort: Sort) {
  return db.selectFrom('items').where('items.feed_id', '=', feedId).orderBy(ITEM_ORDER[sort]);
}
