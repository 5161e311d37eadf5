import { sql } from 'kysely';
import type { Sort } from '../../contract/index.js';

/**
 * The orders of specification section 4, each along an index. `last_added`: the newest batch first,
 * in the document's order within it. `date`: newest first, what has no date last, then identity.
 */
export const ITEM_ORDER = {
  last_added: sql`items.added_at desc, items.feed_id, items.position`,
  date: sql`items.date_published desc nulls last, items.feed_id, items.identity`,
} as const satisfies Record<Sort, unknown>;
