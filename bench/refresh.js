import { join } from 'node:path';
import Database from 'libsql';
import { Agent, request } from 'undici';
import { median, percentile, usage, usageOf } from './process.js';
import { seededMachine, serveOn } from './served.js';
import { ITEMS, startSite } from './site.js';

const FEEDS = 200;
const ROUNDS = 3;

export const title = `A refresh of ${FEEDS} feeds of ${ITEMS} items (57 kB each) on loopback, 16 slots, whole-process CPU`;

export async function run() {
  const site = await startSite();
  const machine = await seededMachine({
    feeds: FEEDS,
    itemsPerFeed: 0,
    sourceUrl: (index) => `${site.origin}/${index}.xml`,
  });
  try {
    await refresh(machine, { updated: FEEDS });
    const unmodified = await measure(machine, site, { etags: true, fresh: 0 });
    const same = await measure(machine, site, { etags: false, fresh: 0 });
    const news = await measure(machine, site, { etags: true, fresh: 5 });
    const memory = Math.max(unmodified.memory, same.memory, news.memory);
    return [
      row('all 304', unmodified, 0.5, '0.9-1.8 s'),
      row('200 OK, nothing new', same, 0.6, '20 s'),
      row(`5 new of ${ITEMS} each`, news, 3, '20 s'),
      { what: 'most resident memory of these', value: memory, unit: 'MiB', budget: 150 },
      ...(await whileServing(machine, site)),
    ];
  } finally {
    machine.remove();
    site.close();
  }
}

function row(what, { cpu }, budget, miniflux) {
  return {
    what: `${what}: CPU`,
    value: cpu,
    unit: 's',
    budget,
    reference: `Miniflux: ${miniflux}`,
  };
}

/** Usage of the round with the median CPU time. */
async function measure(machine, site, { etags, fresh }) {
  const rounds = [];
  // One round first, so that every feed has the validators or the body that the mode is about.
  for (let round = -1; round < ROUNDS; round++) {
    site.serve({ etags, published: site.published + fresh });
    const updated = fresh > 0 ? FEEDS : 0;
    const measured = await refresh(machine, { updated: round < 0 ? undefined : updated });
    if (round >= 0) rounds.push(measured);
  }
  return rounds.sort((a, b) => a.cpu - b.cpu)[Math.floor(ROUNDS / 2)];
}

/** Refreshes all feeds with the real command and counts what it says came of it. */
async function refresh(machine, { updated }) {
  const measured = await usage(['refresh', '--all', '--json', '-q'], machine.env);
  const db = new Database(join(machine.env.FEEDCTL_DATA_DIR, 'feedctl.db'));
  const { outcomes } = db
    .prepare(
      `select count(*) as outcomes from refreshes join feeds on feeds.id = feed_id
       where number = refresh_count and outcome = 'updated'`,
    )
    .get();
  db.close();
  if (updated !== undefined && outcomes !== updated) {
    throw new Error(`${outcomes} feeds were updated, not ${updated}`);
  }
  return measured;
}

/** How the API answers while a `serve` refreshes all feeds, five items new in each. */
async function whileServing(machine, site) {
  site.serve({ etags: true, published: site.published + 5 });
  const server = await serveOn(machine);
  const agent = new Agent({ connections: 1 });
  const headers = { authorization: `Bearer ${server.token}` };
  const times = [];
  let used = null;
  try {
    const db = new Database(join(machine.env.FEEDCTL_DATA_DIR, 'feedctl.db'));
    db.exec('pragma busy_timeout = 5000');
    const before = db.prepare('select sum(refresh_count) as looks from feeds').get().looks;
    db.exec('update feeds set next_refresh_at = 0');
    const looks = db.prepare('select sum(refresh_count) as looks from feeds');
    while (looks.get().looks < before + FEEDS) {
      const id = machine.ids[times.length % FEEDS];
      const started = performance.now();
      const { statusCode, body } = await request(`${server.url}/v1/feeds/${id}`, {
        dispatcher: agent,
        headers,
      });
      await body.arrayBuffer();
      if (statusCode !== 200) throw new Error(`The service answered ${statusCode}`);
      times.push(performance.now() - started);
    }
    db.close();
    used = usageOf(server.pid);
  } finally {
    await agent.close();
    await server.stop();
  }
  return [
    { what: 'GET /v1/feeds/:id meanwhile: p50', value: median(times), unit: 'ms' },
    {
      what: `GET /v1/feeds/:id meanwhile: p99 of ${times.length}`,
      value: percentile(times, 0.99),
      unit: 'ms',
      budget: 50,
    },
    ...(used === null
      ? []
      : [{ what: 'resident memory of serve', value: used.memory, unit: 'MiB', budget: 150 }]),
  ];
}
