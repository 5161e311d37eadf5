import LibsqlDatabase from 'libsql';
import { expect, it, onTestFinished } from 'vitest';
import { numberedItems } from '../support/rss.js';
import { startSourceServer } from '../support/source-server.js';
import { Sandbox } from './sandbox.js';

// A full disk takes root to make. Somebody who holds the file for long has the same effect: it can
// be read, and not be written.
it('shows what is stored where nothing can be written, and says so', async () => {
  const user = new Sandbox();
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const url = sources.publish('/feed.xml', { title: 'News', items: numberedItems(2) });
  const id = (await user.output('feeds', 'create', '--url', url, '-o', 'id')).trim();
  const database = new LibsqlDatabase(user.databaseFile);
  onTestFinished(() => {
    database.close();
  });
  database.exec('update feeds set next_refresh_at = 1000');
  database.exec('begin immediate');

  // Together: each waits some seconds for the lock.
  const [items, refresh] = await Promise.all([
    user.run(['items', id, '--json']),
    user.run(['refresh', id]),
  ]);
  expect(items.code).toBe(0);
  expect(JSON.parse(items.stdout)).toHaveLength(2);
  expect(items.stderr).toMatch(
    /^Showing stored items, because the refresh failed: Another process has locked the database /m,
  );
  // What cannot be done without writing is refused in words.
  expect(refresh.code).toBe(7);
  expect(refresh.stderr).toContain('Another process has locked the database');

  database.exec('rollback');
  expect((await user.run(['items', id])).stderr).not.toContain('Nothing could be refreshed');
});
