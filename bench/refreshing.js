// Makes the feeds of a running `feedctl serve` due, against a site in a process of its own, and waits.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { usageOf } from './process.js';

const LONGEST_MS = 900_000;

/** The site in a process of its own: what it costs must not slow down what is measured. */
export async function separateSite() {
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

/** Makes the first feeds due, by their ids, and waits until the server has read all of them. */
export async function refreshFeeds(machine, server, feeds, meanwhile = () => pause(50)) {
  const db = openDatabase(machine);
  const done = db.prepare('select sum(refresh_count) as looks from feeds');
  const before = done.get().looks;
  db.prepare(
    'update feeds set next_refresh_at = 0 where id in (select id from feeds order by id limit ?)',
  ).run(feeds);
  await until(server, meanwhile, () => done.get().looks >= before + feeds);
  db.close();
}

export function openDatabase({ env }) {
  const db = new Database(join(env.FEEDCTL_DATA_DIR, 'feedctl.db'));
  db.exec('pragma busy_timeout = 30000');
  return db;
}

export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function until(server, meanwhile, isDone) {
  const deadline = Date.now() + LONGEST_MS;
  while (!isDone()) {
    if (usageOf(server.pid) === null) throw new Error('serve has ended');
    if (Date.now() > deadline) throw new Error('serve is stuck');
    await meanwhile();
  }
}
