import { Agent, request } from 'undici';
import { usageOf } from './process.js';
import { memoryRows } from './refresh.js';
import { refreshFeeds, separateSite } from './refreshing.js';
import { seededMachine, serveOn } from './served.js';

const FEEDS = Number(process.env.FEEDCTL_TEST_BENCH_FEEDS ?? 100_000);
/** Feeds that are refreshed in each round, on a site of this machine. */
const REFRESHED = Math.min(FEEDS, 2000);
const ROUNDS = 3;

export const title = `Memory of serve with ${FEEDS} feeds and ${(FEEDS * 30) / 1e6} million items; ${ROUNDS} rounds of ${REFRESHED} feeds, and readers`;

/** Takes minutes and gigabytes, in the directory for temporary files. */
export async function run() {
  const site = await separateSite();
  const machine = await seededMachine({
    feeds: FEEDS,
    itemsPerFeed: 30,
    textLength: 130,
    sourceUrl: (index) => `${site.origin}/${index}.xml`,
  });
  const server = await serveOn(machine);
  try {
    const started = usageOf(server.pid).resident;
    for (let round = 0; round < ROUNDS; round++) {
      await site.serve({ etags: round < ROUNDS - 1, published: site.published + 5 });
      await refreshFeeds(machine, server, REFRESHED, readerOf(machine.ids.slice(0, 1000), server));
    }
    const rows = await memoryRows(server);
    return [{ what: 'memory of serve: started', value: started, unit: 'MiB' }, ...rows];
  } finally {
    await server.stop();
    machine.remove();
    site.close();
  }
}

/** Each call reads a page of the list and one feed. */
function readerOf(ids, server) {
  const dispatcher = new Agent({ connections: 1 });
  const headers = { authorization: `Bearer ${server.token}` };
  let calls = 0;
  return async () => {
    calls += 1;
    for (const path of ['', `/${ids[calls % ids.length]}`]) {
      const { body } = await request(`${server.url}/v1/feeds${path}`, { dispatcher, headers });
      await body.arrayBuffer();
    }
  };
}
