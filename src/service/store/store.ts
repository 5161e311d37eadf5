import type { Kysely } from 'kysely';
import type { Database } from './schema.js';

/** An open, migrated database. */
export interface Store {
  db: Kysely<Database>;
  /** Where it is, as the user knows it. */
  location: string;
  close(): Promise<void>;
}

export type Db = Kysely<Database>;
