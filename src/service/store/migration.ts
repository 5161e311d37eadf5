import type { Kysely } from 'kysely';

/** One change of the schema. */
export interface Migration {
  version: number;
  /** Says with `version` which schema this is: a build refuses a database whose last one it does not know. */
  name: string;
  /** Runs inside the transaction that records it. */
  up(db: Kysely<unknown>): Promise<void>;
}
