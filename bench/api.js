import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { cleanEnvironment } from '../scripts/clean-environment.js';
import { get, load } from './load.js';
import { percentile, usageOf } from './process.js';
import { seededMachine, serveOn } from './served.js';

export const title =
  'What an answer costs the service, against /healthz and bare Node: CPU, 2,000 feeds of 30 items (98 kB)';

const FEEDS = 2000;
const MEMBERS = 1000;
const BUNDLE = '_benchBundle00001';
/** CPU is counted in steps of 10 ms: 4,000 answers of 0.06 ms are 24 steps. */
const MANY = 4000;
/** Rounds in turns, so that noise hits all alike; the least of each counts. */
const ROUNDS = 4;
/**
 * Rounds before them that warm up caches and compilers: with one, a document made anew took 1.5 times as
 * long, and with three a feed from memory 1.2 times.
 */
const WARM_UP_ROUNDS = 6;

export async function run() {
  const machine = await seededMachine({ feeds: FEEDS, itemsPerFeed: 30 });
  addBundle(machine);
  const cached = await serveOn(machine, ['--no-refresh']);
  // Every answer is made anew.
  const uncached = await serveOn(
    { ...machine, env: { ...machine.env, FEEDCTL_CACHE_BYTES: '0' } },
    ['--no-refresh'],
  );
  const bytes = await bareServer('bytes', '98000');
  // As many as the bundle has as JSON.
  const manyBytes = await bareServer('bytes', '1970000');
  const rows = await bareServer('rows', join(machine.env.FEEDCTL_DATA_DIR, 'feedctl.db'));
  const few = machine.ids.slice(0, 100);
  const api = (path) => [path, `Authorization: Bearer ${cached.token}\r\n`];
  const gzip = 'Accept-Encoding: gzip\r\n';
  const subjects = {
    healthz: { on: cached, calls: MANY, requests: [['/healthz', '']] },
    'node:http, 98 kB': { on: bytes, calls: MANY, requests: [['/', '']] },
    'node:http, 2 MB': { on: manyBytes, calls: 200, connections: 8, requests: [['/', '']] },
    'feed, hit': { on: cached, calls: MANY, requests: few.map((id) => api(`/v1/feeds/${id}`)) },
    'RSS, hit': { on: cached, calls: MANY, requests: few.map((id) => [`/feeds/${id}.xml`, '']) },
    'RSS in gzip, hit': {
      on: cached,
      calls: 400,
      requests: few.map((id) => [`/feeds/${id}.xml`, gzip]),
    },
    'bundle of 1,000 feeds, hit': {
      on: cached,
      calls: 200,
      connections: 8,
      requests: [api(`/v1/bundles/${BUNDLE}`)],
    },
    'bundle RSS, hit': {
      on: cached,
      calls: 200,
      connections: 8,
      requests: [[`/feeds/${BUNDLE}.xml`, '']],
    },
    'hono + libsql': {
      on: rows,
      calls: 400,
      requests: machine.ids.map((id) => [`/v1/feeds/${id}`, '']),
    },
    'feed, miss': {
      on: uncached,
      calls: 400,
      requests: machine.ids.map((id) => api(`/v1/feeds/${id}`)),
    },
    'RSS, miss': {
      on: uncached,
      calls: 200,
      requests: machine.ids.map((id) => [`/feeds/${id}.xml`, '']),
    },
    'bundle, miss': {
      on: uncached,
      calls: 10,
      connections: 2,
      requests: [api(`/v1/bundles/${BUNDLE}`)],
    },
  };
  try {
    const measured = await measureInTurns(subjects);
    return [...rowsOf(measured), ...(await whileBundlesAreMade(uncached, few, api))];
  } finally {
    for (const { stop } of [cached, uncached, bytes, manyBytes, rows]) await stop();
    machine.remove();
  }
}

/** Least CPU milliseconds of an answer, and the 99th percentile at 32 connections. */
async function measureInTurns(subjects) {
  const measured = {};
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const [name, { on, calls, requests, connections }] of Object.entries(subjects)) {
      const made = requests.map(([path, headers]) => ({
        status: 200,
        text: get(path, on.url, headers),
      }));
      const before = usageOf(on.pid).cpu;
      const times = await load(on.url, { requests: made, calls, connections });
      if (round < 0) continue;
      const cpu = ((usageOf(on.pid).cpu - before) * 1000) / calls;
      const known = measured[name] ?? { cpu, p99: Number.POSITIVE_INFINITY };
      measured[name] = {
        cpu: Math.min(known.cpu, cpu),
        p99: Math.min(known.p99, percentile(times, 0.99)),
      };
    }
  }
  return measured;
}

function rowsOf(measured) {
  const { healthz } = measured;
  const known = (name) => `${name}: ${measured[name].cpu.toFixed(3)} ms`;
  /** `limits` do a part of the same work, and are printed next to it. */
  const ratio = (name, budget, to = 'healthz', limits = []) => ({
    what: `${name}: CPU`,
    value: measured[name].cpu,
    unit: 'ms',
    ratio: measured[name].cpu / measured[to].cpu,
    reference: [to, ...limits].map(known).join('; '),
    ...(budget === undefined ? {} : { budget }),
  });
  const cpu = (name, budget, limits = []) => ({
    what: `${name}: CPU`,
    value: measured[name].cpu,
    unit: 'ms',
    budget,
    reference: limits.map(known).join('; '),
  });
  const p99 = (name, budget) => ({
    what: `${name}: p99 at 32 connections`,
    value: measured[name].p99,
    unit: 'ms',
    ...(budget === undefined ? {} : { budget }),
  });
  return [
    { what: '/healthz: CPU', value: healthz.cpu, unit: 'ms' },
    ratio('node:http, 98 kB'),
    ratio('node:http, 2 MB'),
    ratio('feed, hit', 5, 'healthz', ['node:http, 98 kB']),
    ratio('RSS, hit', 5, 'healthz', ['node:http, 98 kB']),
    ratio('RSS in gzip, hit', 5),
    // Against the bare limit: to send 2 MB takes more than ten times the CPU of /healthz.
    ratio('bundle of 1,000 feeds, hit', 1.6, 'node:http, 2 MB', ['healthz']),
    ratio('bundle RSS, hit', 1.6, 'node:http, 2 MB', ['healthz']),
    ratio('feed, miss', 1.6, 'hono + libsql'),
    cpu('RSS, miss', 2.5, ['hono + libsql']),
    cpu('bundle, miss', 25),
    p99('feed, hit', 60),
    p99('bundle of 1,000 feeds, hit', 60),
    p99('feed, miss'),
  ];
}

/** Eight readers ask for a bundle that is made anew each time; others read feeds meanwhile. */
async function whileBundlesAreMade(server, ids, api) {
  const asked = (paths) =>
    paths.map(([path, headers]) => ({ status: 200, text: get(path, server.url, headers) }));
  const [bundles, feeds] = await Promise.all([
    load(server.url, {
      requests: asked([api(`/v1/bundles/${BUNDLE}`)]),
      calls: 24,
      connections: 8,
    }),
    load(server.url, {
      requests: asked(ids.map((id) => api(`/v1/feeds/${id}`))),
      calls: 100,
      connections: 1,
    }),
  ]);
  return [
    {
      what: 'bundle, miss: p99 of 8',
      value: percentile(bundles, 0.99),
      unit: 'ms',
      budget: 300,
    },
    { what: 'feed meanwhile: p99', value: percentile(feeds, 0.99), unit: 'ms' },
  ];
}

function addBundle({ env, ids }) {
  const db = new Database(join(env.FEEDCTL_DATA_DIR, 'feedctl.db'));
  const { id: account } = db.prepare('select id from accounts limit 1').get();
  const now = Date.now();
  db.prepare(
    `insert into bundles (id, account_id, name, description, icon, created_at, updated_at, revision)
     values (?, ?, 'A thousand feeds', '', '', ?, ?, 1)`,
  ).run(BUNDLE, account, now, now);
  const member = db.prepare('insert into bundle_feeds values (?, ?, ?)');
  db.exec('begin');
  for (const [position, id] of ids.slice(0, MEMBERS).entries()) member.run(BUNDLE, id, position);
  db.exec('commit');
  db.close();
}

async function bareServer(...args) {
  const file = fileURLToPath(new URL('./bare-server.js', import.meta.url));
  const child = spawn(process.execPath, [file, ...args], {
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const [port] = await once(child.stdout, 'data');
  return {
    url: `http://127.0.0.1:${Number(port)}`,
    pid: child.pid,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
