import type { Kysely } from 'kysely';

/** One change of the schema. */
export interface Migration {
  version: number;
  name: string;
  /** Runs inside the transaction that records it. Portable over both dialects. */
  up(db: Kysely<unknown>): Promise<void>;
}
