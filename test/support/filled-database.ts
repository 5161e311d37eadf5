import { onTestFinished } from 'vitest';
import { openStore } from '../../src/service/store/open-store.js';
import { fillAtRandom, seeded } from './random-database.js';
import { sqliteDatabase } from './sqlite-databases.js';

/** A SQLite database with something in every table; the same for the same seed. */
export async function filledDatabase(seed: number, rows = 25): Promise<string> {
  const { location, drop } = await sqliteDatabase();
  onTestFinished(drop);
  const store = await openStore(location);
  await fillAtRandom(store, seeded(seed), rows);
  await store.close();
  return location;
}
