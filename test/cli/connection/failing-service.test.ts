import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openService } from '../../../src/service/app/index.js';
import { run } from '../../support/cli-host.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/** A database that the service can open, and that lacks a table. */
async function brokenAccount() {
  const home = temporaryDirectory();
  const env = { HOME: home, FEEDCTL_DATA_DIR: home, FEEDCTL_CONFIG_DIR: join(home, 'config') };
  const service = await openService({ databasePath: join(home, 'feedctl.db') });
  await sql`alter table feeds rename to gone`.execute(service.http.deps.store.db);
  await service.close();
  return (...flags: string[]) => run(['feeds', 'list', ...flags], { env });
}

it('a failure of the service in this process names --debug, which shows the cause', async () => {
  const list = await brokenAccount();
  const plain = await list();
  expect(plain).toMatchObject({ code: 7, stdout: '' });
  expect(plain.stderr).toContain('Error: The service failed. (INTERNAL)\n');
  expect(plain.stderr).toContain('run the command again with --debug');
  expect(plain.stderr).not.toContain('no such table');

  const debug = await list('--debug');
  expect(debug.code).toBe(7);
  expect(debug.stderr).toContain('no such table: feeds');
  expect(debug.stderr).not.toContain('with --debug');
  expect(debug.stderr).not.toMatch(/\bs_[0-9A-Za-z]{20,}/);
});
