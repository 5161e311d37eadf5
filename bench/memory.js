import { Agent, request } from 'undici';
import { loadBundled } from './bundled.js';
import { usageOf } from './process.js';
import { memoryRows } from './refresh.js';
import { openDatabase, refreshFeeds, separateSite } from './refreshing.js';
import { sqliteMachine } from './scale.js';
import { serveOn } from './served.js';

const FEEDS = Number(process.env.FEEDCTL_TEST_BENCH_FEEDS ?? 100_000);
/** Feeds that are refreshed in each round, on a site of this machine. */
const REFRESHED = Math.min(FEEDS, 2000);
const ROUNDS = 3;

export const title = `Memory of serve with ${FEEDS} feeds and ${(FEEDS * 30) / 1e6} million items; ${ROUNDS} rounds of ${REFRESHED} feeds, and readers`;

/** Takes minutes and gigabytes, in the directory for temporary files. */
export async function run() {
  const { seed } = await loadBundled('bench/scale.ts');
  const machine = sqliteMachine();
  const site = await separateSite();
  await seed(machine.location, { feeds: FEEDS });
  pointTo(site.origin, machine);
  const server = await serveOn(machine);
  try {
    const started = usageOf(server.pid).resident;
    for (let round = 0; round < ROUNDS; round++) {
      await site.serve({ etags: round < ROUNDS - 1, published: site.published + 5 });
      await refreshFeeds(machine, server, REFRESHED, readerOf(machine, server));
    }
    const rows = await memoryRows(server);
    return [{ what: 'memory of serve: started', value: started, unit: 'MiB' }, ...rows];
  } finally {
    await server.stop();
    machine.remove();
    site.close();
  }
}

/** The feeds that will be refreshed have this address. */
function pointTo(origin, machine) {
  const db = openDatabase(machine);
  const first = '(select id from feeds order by id limit ?)';
  db.prepare(
    `update feeds set poll_url = ? || '/' || rowid || '.xml', poll_domain = null where id in ${first}`,
  ).run(origin, REFRESHED);
  db.exec('update feeds set next_refresh_at = next_refresh_at + 86400000');
  db.close();
}

/** Each call reads a page of the list and one feed. */
function readerOf(machine, server) {
  const db = openDatabase(machine);
  const ids = db.prepare('select id from feeds limit 1000').all();
  db.close();
  const dispatcher = new Agent({ connections: 1 });
  const headers = { authorization: `Bearer ${server.token}` };
  let calls = 0;
  return async () => {
    calls += 1;
    for (const path of ['', `/${ids[calls % ids.length].id}`]) {
      const { body } = await request(`${server.url}/v1/feeds${path}`, { dispatcher, headers });
      await body.arrayBuffer();
    }
  };
}
