import { onTestFinished } from 'vitest';
import { openStore } from '../../src/service/store/open-store.js';
import { fillAtRandom, seeded } from './random-database.js';
import { sqliteDatabase, templateFile } from './sqlite-databases.js';

/** By seed and number of rows: filling takes a hundred times as long as copying a file. */
const templates = new Map<string, Promise<string>>();

/**
 * A SQLite database with something in every table; the same for the same seed. Until the test opens
 * it, no connection of this process has.
 */
export async function filledDatabase(seed: number, rows = 25): Promise<string> {
  const name = `filled-${seed}-${rows}`;
  const template = templates.get(name) ?? filledFile(name, seed, rows);
  templates.set(name, template);
  const { location, drop } = await sqliteDatabase(await template);
  onTestFinished(drop);
  return location;
}

async function filledFile(name: string, seed: number, rows: number): Promise<string> {
  const store = await openStore(':memory:');
  await fillAtRandom(store, seeded(seed), rows);
  const path = await templateFile(name, store);
  await store.close();
  return path;
}
