import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadFile } from '../scripts/load-typescript.js';
import { startPostgresServer } from '../scripts/postgres-server.js';
import { median } from './process.js';
import { freshMachine } from './served.js';

/**
 * FEEDCTL_PROOF_SEARCH_ITEMS=1000000: the size of the promise; takes four minutes of a core and 2 GB.
 * FEEDCTL_PROOF_SEARCH_STORE=postgres: the same on PostgreSQL.
 */
const ITEMS = Number(process.env.FEEDCTL_PROOF_SEARCH_ITEMS ?? 100_000);
const ON_POSTGRES = process.env.FEEDCTL_PROOF_SEARCH_STORE === 'postgres';
const ROUNDS = 20;
const BUDGET_MS = 50;

export const title = `Searching ${ITEMS} stored items${ON_POSTGRES ? ' on PostgreSQL' : ''}`;

export async function run() {
  return ON_POSTGRES ? runOnPostgres() : runOnSqlite();
}

async function runOnPostgres() {
  const server = await startPostgresServer({ durable: true });
  try {
    return await searches(server.url('postgres'));
  } finally {
    await server.stop();
  }
}

async function runOnSqlite() {
  const { env, remove } = freshMachine();
  mkdirSync(env.FEEDCTL_DATA_DIR, { recursive: true });
  try {
    return await searches(join(env.FEEDCTL_DATA_DIR, 'feedctl.db'));
  } finally {
    remove();
  }
}

async function searches(location) {
  const { seed, sizes, measure, word, feedId, BUNDLE } = await loadFile('bench/search.ts');
  const perItem = await seed(location, ITEMS);
  const { index, all } = await sizes(location);
  const queries = {
    'a rare word': { search: word(40_000) },
    'a frequent word': { search: word(1) },
    'two frequent words': { search: `${word(2)} ${word(3)}` },
    'a word without another': { search: `${word(5)} -${word(1)}` },
    'a phrase of frequent words': { search: `"${word(1)} ${word(2)}"` },
    'a phrase that is nowhere': { search: `"${word(1)} ${word(2)} ${word(3)} ${word(4)}"` },
    'two Chinese characters': { search: '天気' },
    'a word without its accent': { search: 'cafe dusseldorf' },
    'a word that is nowhere': { search: 'nowhere' },
    'a prefix': { search: `${word(30_000).slice(0, 4)}*` },
    'a frequent word in a feed': { search: word(1), scope: feedId(7) },
    'a frequent word in a bundle': { search: word(1), scope: BUNDLE },
  };
  const texts = Object.values(queries).map((query) => String(new URLSearchParams(query)));
  const taken = await measure(location, texts, ROUNDS);
  return [
    { what: 'indexing, each item', value: perItem, unit: 'ms' },
    { what: 'size of the index, each item', value: index / ITEMS, unit: 'bytes' },
    { what: 'size of the whole database, each item', value: all / ITEMS, unit: 'bytes' },
    ...Object.keys(queries).map((what, at) => ({
      what: `${what}: p50`,
      value: median(taken[texts[at]]),
      unit: 'ms',
      reference: `slowest ${Math.max(...taken[texts[at]]).toFixed(1)} ms`,
      ...(what.startsWith('a phrase that') || what === 'a prefix' ? {} : { budget: BUDGET_MS }),
    })),
  ];
}
