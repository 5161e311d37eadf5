import { inject, onTestFinished } from 'vitest';
import { sqlitePlace } from './places.js';
import { createDatabase, dropDatabase, ENGLISH, PostgresDatabases } from './postgres-databases.js';
import { sqliteDatabase } from './sqlite-databases.js';

/** The store that this run of a test is on: the files of vitest.config.ts run on each. */
export const STORE = inject('postgres') === undefined ? 'sqlite' : 'postgres';

/**
 * For tests that send PostgreSQL nothing but what others send it as well (the statements of every test were
 * recorded and compared): they run on SQLite, and on PostgreSQL by `npm run prove postgres`.
 */
export const IS_REPEATED = STORE === 'postgres' && process.env.FEEDCTL_PROOF_FILES !== 'all';

/** The location of a database of the test's own, empty but for the schema; gone when it ends. */
export async function testDatabase(): Promise<string> {
  const { location, drop } = await fileDatabase();
  onTestFinished(drop);
  return location;
}

/** The same for a whole file of tests, or part of one: whoever asks for it drops it. */
export async function fileDatabase(): Promise<{ location: string; drop(): Promise<void> }> {
  return STORE === 'sqlite' ? sqliteDatabase() : postgresDatabase();
}

/** The same without a schema, as somebody has it who opens it for the first time. */
export async function emptyDatabase(): Promise<string> {
  if (STORE === 'sqlite') return sqlitePlace();
  const { server } = postgresServer();
  const location = await createDatabase(server, ENGLISH);
  onTestFinished(() => dropDatabase(server, location));
  return location;
}

/** Shared by the files of a worker, which share this module. */
let databases: PostgresDatabases | undefined;

async function postgresDatabase() {
  databases ??= new PostgresDatabases(postgresServer());
  const pool = databases;
  const location = await pool.take();
  return { location, drop: () => pool.giveBack(location) };
}

function postgresServer() {
  const postgres = inject('postgres');
  if (postgres === undefined) throw new Error('These tests run without PostgreSQL.');
  return postgres;
}
