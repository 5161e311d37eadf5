import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startPostgresServer } from '../scripts/postgres-server.js';
import { binary, median, usage } from './process.js';

const FEEDS = 300;
const PAGES = 100;
/** A page of the generator's own tests, of middling size and a list of articles. */
const PAGE = 'magazine-home.html';
const ROUNDS = 3;

export const title = `One worker and two, on PostgreSQL: ${FEEDS} feeds (57 kB, 5 of 30 items new) and ${PAGES} generated from pages`;

/** Refreshes everything with one `serve --role worker` and with two, in turns. */
export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'feedctl-bench-'));
  const site = await startMixedSite();
  const server = await startPostgresServer({ durable: true });
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  const env = {
    FEEDCTL_DATABASE_URL: server.url('postgres'),
    FEEDCTL_CONFIG_DIR: folder,
    FEEDCTL_DATA_DIR: folder,
    FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1',
  };
  try {
    await createFeeds(site, folder, env);
    const rounds = { 1: [], 2: [] };
    for (let round = -1; round < ROUNDS; round++) {
      for (const workers of [1, 2]) {
        const measured = await refresh(workers, { site, server, client, env });
        if (round >= 0) rounds[workers].push(measured);
      }
    }
    const [one, two] = [rounds[1], rounds[2]].map((each) => middle(each));
    const perSecond = ({ seconds }) => (FEEDS + PAGES) / seconds;
    return [
      { what: 'one worker: feeds', value: perSecond(one), unit: '/s', reference: shares(one) },
      {
        what: 'two workers: feeds',
        value: perSecond(two),
        unit: '/s',
        ratio: one.seconds / two.seconds,
        budget: 1.5,
        atLeast: true,
        reference: shares(two),
      },
    ];
  } finally {
    await client.end();
    await server.stop();
    site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startMixedSite() {
  const child = fork(fileURLToPath(new URL('mixed-site.js', import.meta.url)), [PAGE]);
  const [{ port }] = await once(child, 'message');
  return {
    origin: `http://127.0.0.1:${port}`,
    /** CPU seconds of the site so far, once it has published so many items more. */
    async publish(items) {
      child.send({ publish: items });
      return (await once(child, 'message'))[0].cpu;
    },
    stop: () => child.disconnect(),
  };
}

async function createFeeds({ origin }, folder, env) {
  const list = join(folder, 'sources.txt');
  const feeds = Array.from({ length: FEEDS }, (_, index) => `${origin}/${index}.xml`);
  const pages = Array.from({ length: PAGES }, (_, index) => `${origin}/${index}.html`);
  writeFileSync(list, [...feeds, ...pages].join('\n'));
  await usage(['feeds', 'create', '--from', list, '-q', '-o', 'id'], env);
}

/** Seconds until everything that is due at once is refreshed, and who used the processors. */
async function refresh(count, { site, server, client, env }) {
  const workers = await Promise.all(Array.from({ length: count }, () => startWorker(env)));
  const siteBefore = await site.publish(5);
  const databaseBefore = cpuOf(childrenOf(server.pid()));
  const workersBefore = cpuOf(workers.map(({ pid }) => pid));
  const started = performance.now();
  await client.query('update feeds set next_refresh_at = 1');
  while (await anyDue(client)) await delay(20);
  const seconds = (performance.now() - started) / 1000;
  const measured = {
    seconds,
    workers: cpuOf(workers.map(({ pid }) => pid)) - workersBefore,
    database: cpuOf(childrenOf(server.pid())) - databaseBefore,
    site: (await site.publish(0)) - siteBefore,
  };
  await Promise.all(workers.map(({ stop }) => stop()));
  return measured;
}

async function anyDue(client) {
  const { rows } = await client.query('select 1 from feeds where next_refresh_at = 1 limit 1');
  return rows.length > 0;
}

async function startWorker(env) {
  const child = spawn(
    process.execPath,
    [binary, 'serve', '--role', 'worker', '--port', '0', '--json', '-q'],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(createInterface({ input: child.stdout }), 'line');
  return {
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** CPU seconds of processes so far; Linux tells. */
function cpuOf(pids) {
  const ticks = pids.map((pid) => {
    const fields = statOf(pid);
    return fields === null ? 0 : Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, each) => sum + each, 0) / 100;
}

function childrenOf(parent) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return [parent, ...pids.filter((pid) => statOf(pid)?.[1] === String(parent))];
}

/** The fields of /proc/PID/stat behind the name: state, parent, …; null when it has ended. */
function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  } catch {
    return null;
  }
}

function middle(rounds) {
  const seconds = median(rounds.map((each) => each.seconds));
  return rounds.find((each) => each.seconds === seconds);
}

function shares({ seconds, workers, database, site }) {
  const of = (cpu) => `${((100 * cpu) / seconds).toFixed(0)} %`;
  return `of a core: workers ${of(workers)}, database ${of(database)}, site ${of(site)}`;
}
