import type { TestProject } from 'vitest/node';
import { startPostgresServer } from '../../scripts/postgres-server.js';
import { command, ENGLISH } from './postgres-databases.js';

/** What `testDatabase` copies: a database with the schema in it. */
const TEMPLATE = 'feedctl_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server, without a database; where tests run on PostgreSQL. */
    postgres?: { server: string; template: string };
  }
}

/**
 * One PostgreSQL for all tests: of npm's binaries, or that of FEEDCTL_TEST_DATABASE_URL, whose user
 * may create databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const existing = process.env.FEEDCTL_TEST_DATABASE_URL;
  const server = existing === undefined ? await startPostgresServer() : undefined;
  const maintenance = server?.url('postgres') ?? String(existing);
  const template = `${TEMPLATE}_${process.pid}`;
  await command(maintenance, `create database ${template} template ${ENGLISH}`);
  await migrated(withDatabase(maintenance, template));
  project.provide('postgres', { server: maintenance, template });
  return async () => {
    if (server === undefined) await command(maintenance, `drop database ${template}`);
    await server?.stop();
  };
}

async function migrated(location: string): Promise<void> {
  // What the build defines is not defined here, where nothing of vitest's configuration holds.
  Object.assign(globalThis, { __FEEDCTL_VERSION__: '0.0.0-test' });
  const { openStore } = await import('../../src/service/store/open-store.js');
  await (await openStore(location)).close();
}

function withDatabase(address: string, database: string): string {
  const url = new URL(address);
  url.pathname = `/${database}`;
  return url.href;
}
