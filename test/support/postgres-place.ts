import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, onTestFinished } from 'vitest';
import { type PostgresServer, startPostgresServer } from '../../scripts/postgres-server.js';
import type { Place } from './places.js';

const EXISTING = process.env.FEEDCTL_TEST_DATABASE_URL;
let started: Promise<PostgresServer> | undefined;
afterAll(async () => (await started)?.stop());

/** An empty database on a real PostgreSQL, gone after the test; unlike the others', without a schema. */
export const postgresPlace: Place = async () => {
  started ??= EXISTING === undefined ? startPostgresServer() : undefined;
  const maintenance = (await started)?.url('postgres') ?? String(EXISTING);
  const name = `feedctl_${randomBytes(8).toString('hex')}`;
  await command(maintenance, `create database ${name}`);
  onTestFinished(() => command(maintenance, `drop database ${name} with (force)`));
  const location = new URL(maintenance);
  location.pathname = `/${name}`;
  return location.href;
};

async function command(address: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
