import { median } from './process.js';
import { seededMachine, serveOn } from './served.js';

export const title = 'Publishing a bundle of 1,000 feeds of 500 items with 100 filter rules';

const RUNS = 7;

/** Rules that no item matches, so that as many items are published as without filters. */
const EXCLUDE = Array.from({ length: 100 }, (_, index) => {
  const forms = [`nothing${index}`, `"no such phrase ${index}"`, `title:absent${index}`];
  return index % 10 === 0 ? `/absent\\d{3}x${index}/i` : forms[index % forms.length];
});

export async function run() {
  const machine = await seededMachine({ feeds: 1000, itemsPerFeed: 500 });
  const server = await serveOn(machine, ['--no-refresh']);
  const send = (method, path, body) =>
    call(`${server.url}${path}`, { method, body, token: server.token });
  try {
    const { id } = await send('POST', '/v1/bundles', { name: 'All', feeds: machine.ids });
    const publish = () => times(send, id, `${server.url}/feeds/${id}.xml`);
    const plain = await publish();
    await send('PATCH', `/v1/bundles/${id}`, { filters: { exclude: EXCLUDE } });
    const filtered = await publish();
    return [
      { what: 'GET /feeds/:id.xml without filters: p50', value: plain, unit: 'ms' },
      {
        what: 'GET /feeds/:id.xml with 100 rules: p50',
        value: filtered,
        unit: 'ms',
        ratio: filtered / plain,
        budget: 2,
        reference: 'against no filters',
      },
    ];
  } finally {
    await server.stop();
    machine.remove();
  }
}

/** Median milliseconds of a document that was changed before each request. */
async function times(send, id, url) {
  const all = [];
  for (let turn = 0; turn < RUNS; turn++) {
    await send('PATCH', `/v1/bundles/${id}`, { description: `Turn ${turn}` });
    const started = performance.now();
    const response = await fetch(url);
    const text = await response.text();
    all.push(performance.now() - started);
    const items = text.split('<item>').length - 1;
    if (items !== 500) throw new Error(`${items} items were published instead of 500`);
  }
  return median(all);
}

async function call(url, { method, body, token }) {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.ok) return response.json();
  throw new Error(`${method} ${url} answered ${response.status}: ${await response.text()}`);
}
