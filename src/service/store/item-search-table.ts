import type { Generated } from 'kysely';
import type { Fixed, Flag } from './schema.js';

/**
 * Every item as the full-text search lists it; written by triggers on `items`. The words are in
 * `words` (a `tsvector`) on PostgreSQL and in the table `item_words` (FTS5) on SQLite, which only
 * raw statements name.
 */
export interface ItemSearchTable {
  /** Rises with the time at which the item was added. */
  id: Generated<number>;
  feed_id: Fixed<string>;
  identity: Fixed<string>;
  /** 0 while the words of the item are not in the index. */
  indexed: Generated<Flag>;
}
