import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { median, medianUsage, usage } from './process.js';
import { freshMachine, seededMachine } from './served.js';

const FEEDS = 1000;
const ITEMS = 10;
const ROUNDS = 3;
const PLANNED = 10_000;

export const title = `Many feeds at once: ${FEEDS} created from a file, sources of ${ITEMS} items on loopback; a plan of ${PLANNED}`;

export async function run() {
  const site = await startSite();
  try {
    const runs = [];
    for (let round = 0; round < ROUNDS; round++) runs.push(await createMany(site.origin));
    const plan = await planUnchanged();
    return [
      {
        what: 'feeds create --from, embedded',
        value: median(runs.map(({ rate }) => rate)),
        unit: 'feeds/s',
        budget: 100,
        atLeast: true,
      },
      { what: 'the same: CPU', value: median(runs.map(({ cpu }) => cpu)), unit: 's' },
      {
        what: 'the same: memory',
        value: Math.max(...runs.map(({ memory }) => memory)),
        unit: 'MiB',
        budget: 200,
      },
      { what: 'plan of an unchanged file: CPU', value: plan.cpu, unit: 's', budget: 5 },
      { what: 'plan of an unchanged file: memory', value: plan.memory, unit: 'MiB' },
    ];
  } finally {
    site.close();
  }
}

/** One run on a machine that has never seen feedctl. */
async function createMany(origin) {
  const machine = freshMachine();
  try {
    const home = machine.env.FEEDCTL_CONFIG_DIR;
    mkdirSync(home, { recursive: true });
    const file = join(home, 'sources.txt');
    const addresses = Array.from({ length: FEEDS }, (_, index) => `${origin}/${index}.xml`);
    writeFileSync(file, addresses.join('\n'));
    const started = performance.now();
    const { cpu, memory } = await usage(
      ['feeds', 'create', '--from-file', file, '-o', 'jsonl', '-q'],
      machine.env,
    );
    return { cpu, memory, rate: (FEEDS * 1000) / (performance.now() - started) };
  } finally {
    machine.remove();
  }
}

async function planUnchanged() {
  const machine = await seededMachine({ feeds: PLANNED, itemsPerFeed: 0 });
  try {
    const file = join(machine.env.FEEDCTL_CONFIG_DIR, 'feeds.yaml');
    await usage(['export', '--to', file, '-q'], machine.env);
    return await medianUsage(['plan', file, '--detailed-exitcode', '-q'], machine.env, 3);
  } finally {
    machine.remove();
  }
}

const SENTENCE = 'A sentence of the kind that feeds carry, with a <em>number</em> in it: ';

/** A feed under every path. */
async function startSite() {
  const server = createServer((incoming, response) => {
    response.writeHead(200, { 'Content-Type': 'application/rss+xml' });
    response.end(document(incoming.url));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () => server.close(),
  };
}

function document(path) {
  const items = Array.from({ length: ITEMS }, (_, number) => item(path, number)).join('');
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed ${path}</title><link>https://example.com/</link><description>Many feeds</description>${items}</channel></rss>`;
}

function item(path, number) {
  const text = `&lt;p&gt;${SENTENCE.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}${number}.&lt;/p&gt;`;
  const date = new Date(Date.UTC(2026, 0, 31) - number * 3_600_000).toUTCString();
  return `<item><guid>https://example.com${path}#${number}</guid><link>https://example.com${path}/${number}</link><title>Item ${number} of ${path}</title><pubDate>${date}</pubDate><description>${text.repeat(17)}</description></item>`;
}
