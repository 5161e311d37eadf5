import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { temporaryDirectory } from './temporary-directory.js';

/** The store that this run of a test is on: the files of vitest.config.ts run on each. */
export const STORE = inject('postgres') === undefined ? 'sqlite' : 'postgres';

/**
 * The location of a database of the test's own, empty but for the schema; gone when it ends.
 * @param onSqlite `:memory:` where it is opened only once: that needs no disk.
 */
export async function testDatabase(onSqlite?: ':memory:'): Promise<string> {
  if (STORE === 'sqlite') return onSqlite ?? join(temporaryDirectory(), 'feedctl.db');
  const { location, drop } = await postgresDatabase();
  onTestFinished(drop);
  return location;
}

/** The same for a whole file of tests, or part of one: whoever asks for it drops it. */
export async function fileDatabase(): Promise<{ location: string; drop(): Promise<void> }> {
  return STORE === 'sqlite' ? { location: ':memory:', drop: async () => {} } : postgresDatabase();
}

/**
 * On PostgreSQL: without a schema, as somebody has it who opens it for the first time, and with the
 * order of English as most have it.
 */
export async function emptyDatabase(): Promise<string> {
  const english = "template0 encoding utf8 locale_provider icu icu_locale 'en-US' locale 'C'";
  const { location, drop } = await postgresDatabase(english);
  onTestFinished(drop);
  return location;
}

async function postgresDatabase(template = postgresServer().template) {
  const { server } = postgresServer();
  const name = `feedctl_${randomBytes(8).toString('hex')}`;
  // Copied file by file: a quarter of the time that its usual way through the log takes.
  await command(server, `create database ${name} template ${template} strategy file_copy`);
  const location = new URL(server);
  location.pathname = `/${name}`;
  return {
    location: location.href,
    drop: () => command(server, `drop database ${name} with (force)`),
  };
}

function postgresServer() {
  const postgres = inject('postgres');
  if (postgres === undefined) throw new Error('These tests run without PostgreSQL.');
  return postgres;
}

/** Does it beside the service, on a connection of its own. */
export async function command(address: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
