import { Kysely } from 'kysely';
import type { Clock } from '../clock.js';
import { migrate } from './migrate.js';
import type { Database } from './schema.js';
import { libsqlDialect } from './sqlite/libsql-dialect.js';
import { openDatabase } from './sqlite/open-database.js';
import type { Store } from './store.js';

/**
 * Opens the database, made and migrated if need be.
 * @param path a file, or `:memory:` for a database that ends with the process.
 * @throws ServiceError STORE_UNAVAILABLE naming the path, what is wrong and what to do.
 */
export async function openStore(path: string, clock: Clock): Promise<Store> {
  const db = new Kysely<Database>({ dialect: libsqlDialect(await openDatabase(path), path) });
  try {
    await migrate(db, clock, path);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { db, location: path, close: () => db.destroy() };
}
