import { createServer } from 'node:http';
import { join } from 'node:path';
import Database from 'libsql';
import { median, output } from './process.js';
import { seededMachine, serveOn } from './served.js';
import { startSite } from './site.js';

const FEEDS = 200;
const ROUNDS = 10;

export const title = `From a feed being due, 5 of its items new, to the webhook being called; ${FEEDS} feeds`;

export async function run() {
  const site = await startSite();
  const receiver = await startReceiver();
  const machine = await seededMachine({
    feeds: FEEDS,
    itemsPerFeed: 0,
    sourceUrl: (index) => `${site.origin}/${index}.xml`,
  });
  const hook = ['webhooks', 'create', '--url', receiver.url, '--json', '-q'];
  await output(hook, machine.env);
  const server = await serveOn(machine);
  try {
    // The first reading of a feed announces all of it, and loads the parsers.
    await delay(machine, receiver, 0);
    const delays = [];
    for (let round = 1; round <= ROUNDS; round++) {
      site.serve({ published: site.published + 5 });
      delays.push(await delay(machine, receiver, round));
    }
    return [
      { what: 'median', value: median(delays), unit: 's' },
      { what: `longest of ${ROUNDS}`, value: Math.max(...delays), unit: 's', budget: 1 },
    ];
  } finally {
    await server.stop();
    machine.remove();
    receiver.close();
    site.close();
  }
}

/** Seconds from the time at which a feed is due to the call that announces its items. */
async function delay(machine, receiver, index) {
  const called = receiver.next();
  // The service must have seen by then when it is due, as it has of any feed that it scheduled.
  const dueAt = Date.now() + 1500;
  const db = new Database(join(machine.env.FEEDCTL_DATA_DIR, 'feedctl.db'));
  db.exec('pragma busy_timeout = 5000');
  db.prepare('update feeds set next_refresh_at = ? where id = ?').run(dueAt, machine.ids[index]);
  db.close();
  return ((await called) - dueAt) / 1000;
}

async function startReceiver() {
  let told = () => undefined;
  const server = createServer((incoming, response) => {
    const at = Date.now();
    incoming.resume().once('end', () => {
      response.writeHead(204).end();
      told(at);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/hook`,
    /** The time of the next call. */
    next: () => new Promise((resolve) => (told = resolve)),
    close: () => server.close(),
  };
}
