import { sql } from 'kysely';
import { LONGEST_RETRY_AFTER } from '../schedule/backoff.js';
import { DAY } from '../schedule/durations.js';
import type { Db } from '../store/store.js';

/** No block is longer, in milliseconds; the extra day leaves room for clocks that differ. */
export const LONGEST_BLOCK = LONGEST_RETRY_AFTER + DAY;

/** A registrable domain that is to be left alone, and until when in milliseconds. */
export interface HostBlock {
  domain: string;
  until: number;
}

/** Leaves a domain alone: the longest block that was asked for holds. */
export async function blockDomain(db: Db, { domain, until }: HostBlock): Promise<void> {
  const later = sql<number>`case when excluded.until > host_blocks.until then excluded.until else host_blocks.until end`;
  await db
    .insertInto('host_blocks')
    .values({ domain, until })
    .onConflict((conflict) => conflict.column('domain').doUpdateSet({ until: later }))
    .execute();
}
