import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadFile } from '../scripts/load-typescript.js';
import { startPostgresServer } from '../scripts/postgres-server.js';
import { median, usage } from './process.js';
import { freshMachine } from './served.js';

/**
 * FEEDCTL_PROOF_SCALE_STORE=postgres: on PostgreSQL, with 1,000,000 feeds; takes minutes and 3 GB.
 * FEEDCTL_PROOF_SCALE_FEEDS=20000: another number of feeds.
 */
const ON_POSTGRES = process.env.FEEDCTL_PROOF_SCALE_STORE === 'postgres';
const FEEDS = Number(process.env.FEEDCTL_PROOF_SCALE_FEEDS ?? (ON_POSTGRES ? 1_000_000 : 100_000));
const ROUNDS = 5;

export const title = `An account of ${FEEDS} feeds with three items each on ${ON_POSTGRES ? 'PostgreSQL' : 'SQLite'}`;

export async function run() {
  const { env, remove } = freshMachine();
  mkdirSync(env.FEEDCTL_DATA_DIR, { recursive: true });
  const server = ON_POSTGRES ? await startPostgresServer({ durable: true }) : undefined;
  try {
    const location = server?.url('postgres') ?? join(env.FEEDCTL_DATA_DIR, 'feedctl.db');
    const exported = { ...env, ...(server && { FEEDCTL_DATABASE_URL: location }) };
    return [...(await answers(location)), ...(await commands(exported))];
  } finally {
    await server?.stop();
    remove();
  }
}

/** Whole runs of the command. */
async function commands(env) {
  const rows = [];
  for (const args of [
    ['export', '--format', 'opml', '--to', '/dev/null'],
    ['health', '--json'],
  ]) {
    const { cpu, memory } = await usage(args, env);
    rows.push({
      what: `feedctl ${args.join(' ')}, CPU`,
      value: cpu * 1000,
      unit: 'ms',
      reference: `${memory.toFixed(0)} MiB`,
    });
  }
  return rows;
}

async function answers(location) {
  const { seed, size, measure, reshape, SHAPES, BUNDLE } = await loadFile('bench/scale-account.ts');
  await seed(location, FEEDS);
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const paths = {
    'items of all feeds': 'v1/items?limit=30',
    'items of all feeds by date': 'v1/items?limit=30&sort=date',
    '500 items of all feeds': 'v1/items?limit=500',
    'items of the last hour': `v1/items?limit=30&since=${since}`,
    'items of a bundle of 1,000 feeds': `v1/items?limit=30&scope=${BUNDLE}`,
    'a bundle of 1,000 feeds, from memory': `v1/bundles/${BUNDLE}`,
    'list of feeds, first page': 'v1/feeds?limit=100',
    'list of feeds, at 90 %': `v1/feeds?limit=100&offset=${Math.floor(FEEDS * 0.9)}`,
    'list of feeds, at 90 %, by its cursor': `v1/feeds?limit=100&cursor=behind:${Math.floor(FEEDS * 0.9)}`,
    'search for feeds': 'v1/feeds?search=feed%20777',
    'search for a word that all feeds have': 'v1/feeds?search=feed',
    'search for a letter that no feed has': 'v1/feeds?search=q',
    'dashboard, first page of items': 'dashboard/items',
    'dashboard, first page of feeds': 'dashboard/feeds',
    'health of the service': 'v1/health',
  };
  const taken = await measure(location, Object.values(paths), ROUNDS);
  const all = { start: 'start', 'claim of 50 due feeds': 'claim', ...paths };
  const rows = Object.entries(all).map(([what, path]) => rowOf(what, taken[path]));
  const perFeed = (await size(location)) / FEEDS;
  rows.push({ what: 'size of the database, each feed', value: perFeed, unit: 'bytes' });
  const items = Object.entries(paths).filter(([what]) =>
    /items of all feeds|page of items/.test(what),
  );
  for (const shape of Object.keys(SHAPES)) {
    await reshape(location, shape);
    const shaped = await measure(
      location,
      items.map(([, path]) => path),
      ROUNDS,
    );
    rows.push(...items.map(([what, path]) => rowOf(`${shape}: ${what}`, shaped[path])));
  }
  return rows;
}

function rowOf(what, taken) {
  return {
    what: `${what}, CPU of the service`,
    value: median(taken.map(({ cpu }) => cpu)),
    unit: 'ms',
    reference: `${median(taken.map(({ wall }) => wall)).toFixed(1)} ms passed`,
  };
}
