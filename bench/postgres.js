import pg from 'pg';
import { startPostgresServer } from '../scripts/postgres-server.js';
import { loadBundled } from './bundled.js';
import { get, load } from './load.js';
import { percentile } from './process.js';
import { growth, startTime } from './scale.js';
import { freshMachine } from './served.js';

const FEEDS = 1000;
/** Answers a second of Miniflux to the same question, on such a machine. */
const MINIFLUX = 127;

export const title =
  'On PostgreSQL, every commit synced: the API at one connection, and 100,000 feeds against 1,000';

/** Takes minutes and gigabytes, in the directory for temporary files. */
export async function run() {
  const machine = freshMachine();
  const server = await startPostgresServer({ durable: true });
  try {
    const [whole, few, many] = await databases(server, ['whole', 'few', 'many']);
    return [
      ...(await wholeFeeds(whole)),
      ...(await growth(few, many)),
      await startTime({ ...machine.env, FEEDCTL_DATABASE_URL: many }),
    ];
  } finally {
    await server.stop();
    machine.remove();
  }
}

async function wholeFeeds(location) {
  const { seed, served, idOf } = await loadBundled('bench/scale.ts');
  await seed(location, { feeds: FEEDS, sentences: 11 });
  const { url, token, stop } = await served(location);
  const authorization = `Authorization: Bearer ${token}\r\n`;
  const ids = Array.from({ length: FEEDS }, (_, index) => idOf(index));
  const requests = ids.map((id) => ({
    status: 200,
    text: get(`/v1/feeds/${id}`, url, authorization),
  }));
  const { perSecond, times } = await load(url, {
    calls: 2000,
    warmUp: 1000,
    connections: 1,
    requests,
  });
  await stop();
  return [
    {
      what: 'GET /v1/feeds/:id, 30 items, one connection',
      value: perSecond,
      unit: '/s',
      reference: `Miniflux: ${MINIFLUX}/s`,
      ratio: perSecond / MINIFLUX,
      budget: 3,
      atLeast: true,
    },
    { what: 'the same: p99', value: percentile(times, 0.99), unit: 'ms' },
  ];
}

async function databases(server, names) {
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  for (const name of names) await client.query(`create database ${name}`);
  await client.end();
  return names.map((name) => server.url(name));
}
