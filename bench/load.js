import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { percentile, usageOf } from './process.js';
import { seededMachine, serveOn } from './served.js';

const generator = fileURLToPath(new URL('./load-generator.js', import.meta.url));
const FEEDS = 1000;
const CONNECTIONS = 32;

export const title = `The service under load: ${FEEDS} feeds of 30 items (98 kB), ${CONNECTIONS} connections`;

export async function run() {
  const machine = await seededMachine({ feeds: FEEDS, itemsPerFeed: 30 });
  const server = await serveOn(machine, ['--no-refresh']);
  try {
    const whole = await loadAndUsage(server, {
      calls: 6000,
      requests: machine.ids.map((id) => ({
        status: 200,
        text: get(`/v1/feeds/${id}`, server.url, `Authorization: Bearer ${server.token}\r\n`),
      })),
    });
    const unmodified = await loadAndUsage(server, {
      calls: 30_000,
      requests: await conditionalRequests(machine.ids.slice(0, 100), server.url),
    });
    return [
      rate('GET /v1/feeds/:id', whole, 1000),
      { ...p99('GET /v1/feeds/:id', whole), budget: 60 },
      rate('GET /feeds/:id.xml, 304', unmodified, 5000),
      p99('GET /feeds/:id.xml, 304', unmodified),
      ...cpu('GET /v1/feeds/:id', whole),
      ...cpu('GET /feeds/:id.xml, 304', unmodified),
    ];
  } finally {
    await server.stop();
    machine.remove();
  }
}

function rate(what, { perSecond }, budget) {
  return { what, value: perSecond, unit: '/s', budget, atLeast: true };
}

function p99(what, { times }) {
  return { what: `${what}: p99`, value: percentile(times, 0.99), unit: 'ms' };
}

/** What other work on the machine does not change much. */
function cpu(what, { cpuSeconds, times }) {
  if (cpuSeconds === null) return [];
  return [{ what: `${what}: CPU of one`, value: (cpuSeconds * 1000) / times.length, unit: 'ms' }];
}

/** Without a warm-up of its own, so that the CPU is that of the calls that are counted. */
async function loadAndUsage({ url, pid }, { requests, calls }) {
  await load(url, { requests, calls: calls / 5 });
  const before = usageOf(pid);
  const seen = await load(url, { requests, calls });
  const after = usageOf(pid);
  return { ...seen, cpuSeconds: before && after && after.cpu - before.cpu };
}

/** The text of a request. */
export function get(path, origin, headers) {
  return `GET ${path} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\n${headers}\r\n`;
}

async function conditionalRequests(ids, origin) {
  const requests = [];
  for (const id of ids) {
    const path = `/feeds/${id}.xml`;
    const { headers, body } = await request(origin + path);
    await body.dump();
    requests.push({ status: 304, text: get(path, origin, `If-None-Match: ${headers.etag}\r\n`) });
  }
  return requests;
}

/** What a process of its own sees when it asks as fast as it is answered. */
export function load(origin, { requests, calls, connections = CONNECTIONS, warmUp = 0 }) {
  const child = fork(generator);
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`the load generator ended with ${code}`)));
    child.send({ origin, requests, connections, calls, warmUp });
  });
}
