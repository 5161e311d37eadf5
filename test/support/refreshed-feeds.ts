import LibsqlDatabase from 'libsql';
import { onTestFinished } from 'vitest';
import { numberedItems } from './rss.js';
import type { Sandbox } from './sandbox.js';
import { startSourceServer } from './source-server.js';

/** A user with feeds of sources that can be published again. */
export async function withFeeds<User extends Sandbox>(
  sandbox: User,
  paths: readonly string[] = ['/one.xml'],
) {
  const web = await startSourceServer();
  onTestFinished(() => web.close());
  const ids: string[] = [];
  const publish = (path: string, items: number) =>
    web.publish(path, { title: `Feed ${path}`, items: numberedItems(items, path) });
  for (const path of paths) {
    const url = publish(path, 2);
    ids.push((await sandbox.output('feeds', 'create', '--url', url, '-o', 'id')).trim());
  }
  return { sandbox, web, ids, publish };
}

/** Moves the time at which feeds are due into the past, as if they had been left alone for long. */
export function makeDue(sandbox: Sandbox, id?: string): void {
  const db = new LibsqlDatabase(sandbox.databaseFile);
  // A `serve` may be writing.
  db.pragma('busy_timeout = 10000');
  try {
    db.prepare('update feeds set next_refresh_at = 1000 where id = coalesce(?, id)').run([
      id ?? null,
    ]);
  } finally {
    db.close();
  }
}
