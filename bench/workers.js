import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { cleanEnvironment } from '../scripts/clean-environment.js';
import { startPostgresServer } from '../scripts/postgres-server.js';
import { binary, usage } from './process.js';

/**
 * FEEDCTL_PROOF_WORKERS=slots: how many feeds a worker should read at once, of many sites that take their
 * time.
 */
const OF_SLOTS = process.env.FEEDCTL_PROOF_WORKERS === 'slots';
const FEEDS = OF_SLOTS ? 2000 : 200;
const PAGES = OF_SLOTS ? 0 : 200;
const SITES = OF_SLOTS ? 500 : 50;
const ROUNDS = 3;
/** How long sites take to answer, in milliseconds: as on the web, and not at all. */
const USUAL_MS = [100, 500];
const NONE_MS = [0, 0];
const SLOW_MS = [300, 300];

/** Renewed every three seconds, so that renewals meet the storing of results. */
const LEASE = '9s';

export const title = `One worker, two and four, on PostgreSQL: ${FEEDS} feeds (98 kB, 5 of 30 items new) and ${PAGES} generated from pages, of ${SITES} sites`;

/** Refreshes everything with one `serve --role worker`, then with two, then with four. */
export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'feedctl-bench-'));
  const sites = await startSites();
  const server = await startPostgresServer({ durable: true });
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  const env = {
    FEEDCTL_DATABASE_URL: server.url('postgres'),
    FEEDCTL_CONFIG_DIR: folder,
    FEEDCTL_DATA_DIR: folder,
    FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1',
    FEEDCTL_LEASE: LEASE,
  };
  try {
    await createFeeds(sites, folder, env);
    if (OF_SLOTS) return await slotRows({ sites, server, client, env });
    const one = await measure(1, { sites, server, client, env });
    const two = await measure(2, { sites, server, client, env });
    const four = await measure(4, { sites, server, client, env });
    const usual = 'sites answer after 100 to 500 ms';
    const none = 'sites answer at once';
    return [
      { what: `one worker, ${usual}`, ...shown(one.usual) },
      { what: 'two workers', ...shown(two.usual), ...ratio(two.usual, one.usual), budget: 1.5 },
      { what: `one worker, ${none}`, ...shown(one.none) },
      {
        what: 'two workers: all share two cores',
        ...shown(two.none),
        ...ratio(two.none, one.none),
      },
      { what: 'four workers', ...shown(four.none) },
      {
        what: 'four workers: CPU of workers and database a feed, against one',
        value: 1000 * cpuAFeed(four.none),
        unit: 'ms',
        ratio: cpuAFeed(four.none) / cpuAFeed(one.none),
        budget: 1.2,
      },
      {
        what: 'deadlocks in all of it',
        value: await deadlocks(client),
        unit: '',
        budget: 0,
      },
    ];
  } finally {
    await client.end();
    await server.stop();
    sites.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One worker and four, with 128 feeds at once in each, and with 512. */
async function slotRows({ client, env, ...parts }) {
  const rows = [];
  for (const count of [1, 4]) {
    for (const slots of [128, 512]) {
      const own = { ...env, FEEDCTL_REFRESH_SLOTS: String(slots) };
      const workers = await startWorkers(count, own);
      const taken = await middle(workers, SLOW_MS, { client, ...parts });
      await Promise.all(workers.map(({ stop }) => stop()));
      const what = `workers: ${count}, ${slots} feeds at once in each`;
      rows.push({ what, ...shown(taken) });
      rows.push({
        what: '… CPU of workers and database a feed',
        value: 1000 * cpuAFeed(taken),
        unit: 'ms',
      });
    }
  }
  const what = 'deadlocks in all of it';
  return [...rows, { what, value: await deadlocks(client), unit: '', budget: 0 }];
}

async function startSites() {
  const child = fork(fileURLToPath(new URL('mixed-sites.js', import.meta.url)), [String(SITES)]);
  const [{ origins }] = await once(child, 'message');
  return {
    origins,
    /** CPU seconds of the sites so far, once they have published so many items more, so fast. */
    async publish(items, latency) {
      child.send({ publish: items, latency });
      return (await once(child, 'message'))[0].cpu;
    },
    stop: () => child.disconnect(),
  };
}

async function createFeeds({ origins }, folder, env) {
  const list = join(folder, 'sources.txt');
  const addresses = (count, extension) =>
    Array.from({ length: count }, (_, index) => `${origins[index % SITES]}/${index}.${extension}`);
  const feeds = addresses(FEEDS, 'xml');
  const pages = addresses(PAGES, 'html');
  writeFileSync(list, [...feeds, ...pages].join('\n'));
  await usage(['feeds', 'create', '--from-file', list, '-q', '-o', 'id'], env);
}

/** What so many workers do where sites take their time, and where they do not. */
async function measure(count, { env, ...parts }) {
  const workers = await startWorkers(count, env);
  const usual = await middle(workers, USUAL_MS, parts);
  const none = await middle(workers, NONE_MS, parts);
  await Promise.all(workers.map(({ stop }) => stop()));
  return { usual, none };
}

/**
 * The middle one of some refreshes by workers that have refreshed before: V8 is warm, as warm in each of
 * many workers as in one.
 */
async function middle(workers, latency, parts) {
  const rounds = [];
  for (let round = -workers.length; round < ROUNDS; round++) {
    const measured = await refresh(workers, latency, parts);
    if (round >= 0) rounds.push(measured);
  }
  return rounds.sort((a, b) => a.seconds - b.seconds)[Math.floor(ROUNDS / 2)];
}

/** Seconds until everything that becomes due at once is refreshed, and who used the processors. */
async function refresh(workers, latency, { sites, server, client }) {
  const pids = workers.map(({ pid }) => pid);
  const sitesBefore = await sites.publish(5, latency);
  // Early enough for all workers to see it coming.
  const due = Date.now() + 1500;
  await client.query('update feeds set next_refresh_at = $1', [due]);
  await delay(due - Date.now());
  const before = { workers: cpuOf(pids), database: cpuOf(childrenOf(server.pid())) };
  while (await anyDue(client, due)) await delay(20);
  return {
    seconds: (Date.now() - due) / 1000,
    workers: cpuOf(pids) - before.workers,
    database: cpuOf(childrenOf(server.pid())) - before.database,
    sites: (await sites.publish(0, latency)) - sitesBefore,
  };
}

async function anyDue(client, due) {
  const { rows } = await client.query('select 1 from feeds where next_refresh_at = $1 limit 1', [
    due,
  ]);
  return rows.length > 0;
}

function startWorkers(count, env) {
  return Promise.all(Array.from({ length: count }, () => startWorker(env)));
}

async function startWorker(env) {
  const child = spawn(
    process.execPath,
    [binary, 'serve', '--role', 'worker', '--port', '0', '--json', '-q'],
    { env: cleanEnvironment(env), stdio: ['ignore', 'pipe', 'inherit'] },
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

function shown({ seconds, workers, database, sites }) {
  const of = (cpu) => `${((100 * cpu) / seconds).toFixed(0)} %`;
  return {
    value: (FEEDS + PAGES) / seconds,
    unit: '/s',
    reference: `of a core: workers ${of(workers)}, database ${of(database)}, sites ${of(sites)}`,
  };
}

/** CPU seconds of workers and database. */
function cpuAFeed({ workers, database }) {
  return (workers + database) / (FEEDS + PAGES);
}

/** The server counts them with a delay of up to a second. */
async function deadlocks(client) {
  await delay(2000);
  const { rows } = await client.query('select sum(deadlocks)::int as n from pg_stat_database');
  return rows[0].n;
}

function ratio(two, one) {
  return { ratio: one.seconds / two.seconds, atLeast: true };
}
