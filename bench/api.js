import { Agent, request } from 'undici';
import { median, percentile } from './process.js';
import { seededMachine, serveOn } from './served.js';

export const title = 'The service over HTTP, 10,000 feeds of 30 items, one connection';

const CALLS = 300;

export async function run() {
  const machine = await seededMachine({ feeds: 10_000, itemsPerFeed: 30 });
  const server = await serveOn(machine);
  const agent = new Agent({ connections: 1 });
  const headers = { authorization: `Bearer ${server.token}` };
  const anyFeed = () => machine.ids[Math.floor(Math.random() * machine.ids.length)];
  const get = (path) => timed(agent, `${server.url}${path}`, headers);
  try {
    return [
      ...rows(
        'GET /v1/feeds/:id, 30 items',
        await sample(() => get(`/v1/feeds/${anyFeed()}`)),
        2.5,
      ),
      ...rows('GET /v1/feeds?limit=100', await sample(() => get('/v1/feeds?limit=100')), 6),
      ...rows('GET /feeds/:id.xml', await sample(() => get(`/feeds/${anyFeed()}.xml`))),
      ...rows('GET /healthz', await sample(() => get('/healthz'))),
    ];
  } finally {
    await agent.close();
    await server.stop();
    machine.remove();
  }
}

async function sample(call) {
  for (let index = 0; index < 100; index++) await call();
  const times = [];
  for (let index = 0; index < CALLS; index++) times.push(await call());
  return times;
}

/** Milliseconds from the request to the last byte of the answer. */
async function timed(dispatcher, url, headers) {
  const started = performance.now();
  const { statusCode, body } = await request(url, { dispatcher, headers });
  await body.arrayBuffer();
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
  return performance.now() - started;
}

function rows(what, times, budget) {
  return [
    { what: `${what}: p50`, value: median(times), unit: 'ms', ...(budget ? { budget } : {}) },
    { what: `${what}: p99`, value: percentile(times, 0.99), unit: 'ms' },
  ];
}
