// A real `feedctl serve` on a database of its own, for the benchmarks that talk to it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnvironment } from '../scripts/clean-environment.js';
import { listeningAddress } from '../scripts/listening-address.js';
import { binary, output, usage } from './process.js';
import { seed } from './seed.js';

/** Directories and settings of a machine that has never seen feedctl. */
export function freshMachine() {
  const home = mkdtempSync(join(tmpdir(), 'feedctl-bench-'));
  return {
    env: {
      FEEDCTL_CONFIG_DIR: join(home, 'config'),
      FEEDCTL_DATA_DIR: join(home, 'data'),
      XDG_CACHE_HOME: join(home, 'cache'),
      FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1',
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** A machine whose embedded database holds `feeds` feeds. */
export async function seededMachine(size) {
  const machine = freshMachine();
  // Makes the database and the owner's key, as a first start does.
  await usage(['auth', 'login', '--embedded'], machine.env);
  return { ...machine, ids: seed(machine.env.FEEDCTL_DATA_DIR, size) };
}

/** Starts `feedctl serve` there. `remote` are the variables with which a client reaches it. */
export async function serveOn(machine, args = []) {
  const child = spawn(process.execPath, [binary, 'serve', '--port', '0', ...args], {
    env: cleanEnvironment(machine.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const url = await listeningAddress(child);
  const token = (await output(['auth', 'token'], machine.env)).trim();
  const [apiKey, apiSecret] = token.split(':');
  return {
    url,
    pid: child.pid,
    token,
    remote: { FEEDCTL_BASE_URL: url, FEEDCTL_API_KEY: apiKey, FEEDCTL_API_SECRET: apiSecret },
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
