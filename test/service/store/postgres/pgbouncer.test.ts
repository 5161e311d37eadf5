import { spawn, spawnSync } from 'node:child_process';
import { chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../../src/service/store/open-store.js';
import { testDatabase } from '../../../support/database.js';
import { freePort } from '../../../support/free-port.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0;
/** PgBouncer refuses to run as root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** PgBouncer in transaction mode before a database of its own; its address. */
async function startPgBouncer(settings: string): Promise<string> {
  const database = new URL(await testDatabase());
  const home = temporaryDirectory();
  const port = await freePort();
  const name = database.pathname.slice(1);
  const file = join(home, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
${name} = host=127.0.0.1 port=${database.port} user=${database.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
${settings}
`,
  );
  if (NOBODY.uid !== undefined) chownSync(home, NOBODY.uid, NOBODY.gid);
  const bouncer = spawn('pgbouncer', [file], { ...NOBODY, stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => void bouncer.kill('SIGKILL'));
  let log = '';
  for await (const chunk of bouncer.stderr) {
    log += String(chunk);
    if (log.includes('process up')) break;
  }
  expect(log).toContain('process up');
  return `postgres://${database.username}@127.0.0.1:${port}/${name}`;
}

it.skipIf(!isInstalled)(
  isInstalled
    ? 'a PgBouncer that refuses a startup parameter is told which setting to change'
    : 'PgBouncer is not installed: its refusal was not tested',
  async () => {
    const opening = openStore(await startPgBouncer(''));
    await expect(opening).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringMatching(
        /unsupported startup parameter.*pgbouncer\.ini: ignore_startup_parameters = extra_float_digits,statement_timeout,/,
      ),
    });
    const ignoring =
      'ignore_startup_parameters = extra_float_digits,statement_timeout,idle_in_transaction_session_timeout';
    const store = await openStore(await startPgBouncer(ignoring));
    await store.close();
  },
);
