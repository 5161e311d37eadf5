import { Agent, request } from 'undici';
import { ITEMS } from './article.js';
import { percentile, usageOf } from './process.js';
import { htmlparser2Alone, libsqlAlone, sanitizeHtmlAlone, undiciAlone } from './refresh-limits.js';
import { openDatabase, pause, refreshFeeds, separateSite } from './refreshing.js';
import { seedItems } from './seed.js';
import { seededMachine, serveOn } from './served.js';

const FEEDS = Number(process.env.FEEDCTL_TEST_BENCH_FEEDS ?? 1000);
/** Feeds that get 500 stored items: more would make a database of gigabytes. */
const FULL_FEEDS = Math.min(Math.floor(FEEDS / 2), 200);
const STORED = 500;
const ROUNDS = 2;
/** After this time, idle workers and connections have ended, and `serve` has released memory. */
const IDLE_MS = 60_000;

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
    await refreshFeeds(machine, server, FEEDS);
    const measured = await measureInTurns(machine, server, site);
    const rows = [
      row('304', measured.unmodified, 0.45),
      row('same body', measured.same, 0.75),
      row(`5 new of ${ITEMS}, and their words in the search`, measured.fresh, 5),
      await storedRow(machine, server, site),
      ...(await readWhileRefreshing(machine, server, site)),
    ];
    return [...rows, ...(await memoryRows(server))];
  } finally {
    await server.stop();
    machine.remove();
    site.close();
  }
}

function row(what, { cpu, limit, reference }, budget) {
  const times = (cpu / limit).toFixed(1);
  return {
    what: `${what}: CPU`,
    value: cpu,
    unit: 'ms',
    budget,
    reference: `${times} × ${reference}: ${limit.toFixed(2)} ms`,
  };
}

const MODES = {
  unmodified: { etags: true, fresh: 0 },
  same: { etags: false, fresh: 0 },
  fresh: { etags: true, fresh: 5 },
};

/** The least CPU of several rounds, and of the bare work, each measured next to the other. */
async function measureInTurns(machine, server, site) {
  const least = {};
  for (let round = -1; round < ROUNDS; round++) {
    for (const [mode, how] of Object.entries(MODES)) {
      const cpu = await cpuOfRefresh({ machine, server, site }, how, FEEDS);
      const bare = await bareWork(mode, site);
      const known = least[mode] ?? { cpu: Infinity, limit: Infinity };
      // The first round only warms up.
      if (round < 0) continue;
      least[mode] = {
        cpu: Math.min(known.cpu, cpu),
        limit: Math.min(known.limit, bare.limit),
        reference: bare.reference,
      };
    }
  }
  return least;
}

async function cpuOfRefresh({ machine, server, site }, { etags, fresh }, feeds) {
  await site.serve({ etags, published: site.published + fresh });
  const before = usageOf(server.pid).cpu;
  await refreshFeeds(machine, server, feeds);
  return ((usageOf(server.pid).cpu - before) * 1000) / feeds;
}

async function bareWork(mode, { origin, etag }) {
  if (mode === 'fresh') {
    const fetched = await undiciAlone(origin, FEEDS, {});
    const read = (await htmlparser2Alone()) + (await sanitizeHtmlAlone(5));
    const limit = fetched + read + (await libsqlAlone(FEEDS, 5));
    return { limit, reference: 'undici + htmlparser2 + sanitize-html + libsql with FTS5' };
  }
  const headers = mode === 'unmodified' ? { 'if-none-match': etag } : {};
  const limit = (await undiciAlone(origin, FEEDS, headers)) + (await libsqlAlone(FEEDS, 0));
  return { limit, reference: 'undici + libsql' };
}

/** The same feeds with few and with many stored items. */
async function storedRow(machine, server, site) {
  const leastOf = async () => {
    let least = Infinity;
    for (let round = -1; round < ROUNDS; round++) {
      const cpu = await cpuOfRefresh({ machine, server, site }, MODES.fresh, FULL_FEEDS);
      // The first one reads the document completely, because something else has changed its items.
      if (round >= 0) least = Math.min(least, cpu);
    }
    return least;
  };
  const before = await leastOf();
  const db = openDatabase(machine);
  const ids = db.prepare('select id from feeds order by id limit ?').all(FULL_FEEDS);
  seedItems(
    db,
    ids.map(({ id }) => id),
    STORED,
  );
  db.close();
  const after = await leastOf();
  return {
    what: `5 new of ${ITEMS} with ${STORED} stored: CPU, ${FULL_FEEDS} feeds`,
    value: after,
    unit: 'ms',
    reference: `the same feeds before: ${before.toFixed(2)} ms`,
    ratio: after / before,
    budget: 1.3,
  };
}

/**
 * How the API answers while the server refreshes all feeds, five items new in each. It reads
 * only feeds with 30 items: the megabytes of those with 500 take longer than any wait.
 */
async function readWhileRefreshing(machine, server, site) {
  // Most feeds have not been refreshed for several rounds: all of their entries would be new.
  await cpuOfRefresh({ machine, server, site }, MODES.fresh, FEEDS);
  await site.serve({ etags: true, published: site.published + 5 });
  const agent = new Agent({ connections: 1 });
  const headers = { authorization: `Bearer ${server.token}` };
  const usual = machine.ids.toSorted().slice(FULL_FEEDS);
  const times = [];
  await refreshFeeds(machine, server, FEEDS, async () => {
    const id = usual[times.length % usual.length];
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

/** Resident memory of a server after it was busy. */
export async function memoryRows(server) {
  const busy = usageOf(server.pid);
  await pause(IDLE_MS);
  return [
    { what: 'memory of serve: peak', value: busy.memory, unit: 'MiB' },
    {
      what: `memory of serve, idle for ${IDLE_MS / 1000} s`,
      value: usageOf(server.pid).resident,
      unit: 'MiB',
      budget: 150,
      reference: `before: ${busy.resident.toFixed(0)} MiB`,
    },
  ];
}
