import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { Agent, request } from 'undici';
import { percentile, usageOf } from './process.js';
import { feedsmithAlone, libsqlAlone, undiciAlone } from './refresh-limits.js';
import { seededMachine, serveOn } from './served.js';
import { ITEMS } from './site.js';

const FEEDS = Number(process.env.FEEDCTL_TEST_BENCH_FEEDS ?? 1000);
const ROUNDS = 2;

export const title = `CPU of a warm serve for each refreshed feed; ${FEEDS} feeds of ${ITEMS} items (98 kB) on loopback`;

export async function run() {
  const site = await separateSite();
  const machine = await seededMachine({
    feeds: FEEDS,
    itemsPerFeed: 0,
    sourceUrl: (index) => `${site.origin}/${index}.xml`,
  });
  const server = await serveOn(machine);
  try {
    await refreshAll(machine, server);
    const measured = await measureInTurns(machine, server, site);
    const bare = {
      304: await undiciAlone(site.origin, FEEDS, { 'if-none-match': site.etag }),
      200: await undiciAlone(site.origin, FEEDS, {}),
      parse: await feedsmithAlone(),
      write: await libsqlAlone(FEEDS, 0),
      insert: await libsqlAlone(FEEDS, 5),
    };
    const rows = [
      row('304', measured.unmodified, 0.45, bare['304'] + bare.write, 'undici + libsql'),
      row('same body', measured.same, 0.75, bare['200'] + bare.write, 'undici + libsql'),
      row(
        `5 new of ${ITEMS}`,
        measured.fresh,
        5,
        bare['200'] + bare.parse + bare.insert,
        'undici + feedsmith + libsql',
      ),
      { what: 'memory of serve', value: usageOf(server.pid).memory, unit: 'MiB' },
    ];
    return [...rows, ...(await readWhileRefreshing(machine, server, site))];
  } finally {
    await server.stop();
    machine.remove();
    site.close();
  }
}

function row(what, value, budget, limit, reference) {
  return {
    what: `${what}: CPU`,
    value,
    unit: 'ms',
    budget,
    reference: `${reference}: ${limit.toFixed(2)} ms`,
  };
}

async function measureInTurns(machine, server, site) {
  const modes = {
    unmodified: { etags: true, fresh: 0 },
    same: { etags: false, fresh: 0 },
    fresh: { etags: true, fresh: 5 },
  };
  const least = {};
  for (let round = -1; round < ROUNDS; round++) {
    for (const [mode, { etags, fresh }] of Object.entries(modes)) {
      await site.serve({ etags, published: site.published + fresh });
      const before = usageOf(server.pid).cpu;
      await refreshAll(machine, server);
      const cpu = ((usageOf(server.pid).cpu - before) * 1000) / FEEDS;
      if (round >= 0) least[mode] = Math.min(cpu, least[mode] ?? Number.POSITIVE_INFINITY);
    }
  }
  return least;
}

/** Makes every feed due and waits until the server has read all of them. */
async function refreshAll({ env }, server, meanwhile = () => pause(50)) {
  const db = new Database(join(env.FEEDCTL_DATA_DIR, 'feedctl.db'));
  db.exec('pragma busy_timeout = 30000');
  const done = db.prepare('select sum(refresh_count) as looks from feeds');
  const before = done.get().looks;
  db.exec('update feeds set next_refresh_at = 0');
  const deadline = Date.now() + 300_000;
  while (done.get().looks < before + FEEDS) {
    if (Date.now() > deadline || usageOf(server.pid) === null) throw new Error('serve is stuck');
    await meanwhile();
  }
  db.close();
}

/** How the API answers while the server refreshes all feeds, five items new in each. */
async function readWhileRefreshing(machine, server, site) {
  await site.serve({ etags: true, published: site.published + 5 });
  const agent = new Agent({ connections: 1 });
  const headers = { authorization: `Bearer ${server.token}` };
  const times = [];
  await refreshAll(machine, server, async () => {
    const id = machine.ids[times.length % FEEDS];
    const started = performance.now();
    const { statusCode, body } = await request(`${server.url}/v1/feeds/${id}`, {
      dispatcher: agent,
      headers,
    });
    await body.arrayBuffer();
    if (statusCode !== 200) throw new Error(`The service answered ${statusCode}`);
    times.push(performance.now() - started);
  });
  await agent.close();
  return [
    {
      what: `GET /v1/feeds/:id meanwhile: p99 of ${times.length}`,
      value: percentile(times, 0.99),
      unit: 'ms',
      budget: 50,
    },
  ];
}

/** The site in a process of its own: what it costs must not slow down what is measured. */
async function separateSite() {
  const child = fork(fileURLToPath(new URL('./site-process.js', import.meta.url)));
  const [{ origin, published }] = await once(child, 'message');
  const site = {
    origin,
    published,
    get etag() {
      return `"${site.published}"`;
    },
    async serve(mode) {
      Object.assign(site, mode);
      child.send(mode);
      await once(child, 'message');
    },
    close: () => child.disconnect(),
  };
  return site;
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
