import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import LibsqlDatabase from 'libsql';
import { expect, it, onTestFinished } from 'vitest';
import { openService } from '../../../src/service/app/service.js';
import { startChild } from '../../support/child-process.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/** FEEDCTL_PROOF_ROUNDS=50 is the long form: npm run prove durability. */
const ROUNDS = Number(process.env.FEEDCTL_PROOF_ROUNDS ?? 2);

const FULL = 2;

it('syncs every commit, on the connection of every process', async () => {
  const path = join(temporaryDirectory(), 'feedctl.db');
  for (let opening = 0; opening < 3; opening += 1) {
    const service = await openService({ databasePath: path });
    onTestFinished(() => service.close());
    const { db } = service.http.deps.store;
    const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db);
    expect(rows).toEqual([{ synchronous: FULL }]);
  }
});

it(`loses nothing that was acknowledged, though the process is killed ${ROUNDS} times`, {
  timeout: 120_000 + ROUNDS * 20_000,
}, async () => {
  const path = join(temporaryDirectory(), 'feedctl.db');
  const acknowledged = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const child = await startChild('test/service/store/durability.child.ts', path);
    acknowledged.add(await child.line());
    const rest = readOn(child.line, acknowledged);
    await sleep(randomInt(20, 400));
    child.kill();
    await child.exit;
    await rest;
    expect(missing(path, acknowledged)).toEqual([]);
  }
  expect(acknowledged.size).toBeGreaterThan(ROUNDS);
});

/** Whatever the process says until it is gone. A line cut short was not said. */
async function readOn(line: () => Promise<string>, said: Set<string>): Promise<void> {
  try {
    for (;;) {
      const id = await line();
      if (/^_[\dA-Za-z]{16}$/.test(id)) said.add(id);
    }
  } catch {
    // The end of its output.
  }
}

/** What is not in the file, read by a connection that knows nothing of the service. */
function missing(path: string, ids: ReadonlySet<string>): string[] {
  const database = new LibsqlDatabase(path);
  try {
    expect(database.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    const rows = database.prepare('select id from bundles').all() as { id: string }[];
    const stored = new Set(rows.map(({ id }) => id));
    return [...ids].filter((id) => !stored.has(id));
  } finally {
    database.close();
  }
}
