import { join } from 'node:path';
import LibsqlDatabase from 'libsql';
import { expect, it } from 'vitest';
import { run } from '../../../support/cli-host.js';
import { filledDatabase } from '../../../support/filled-database.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

it('of a damaged database exits with 7, as a damaged file that cannot be opened does', async () => {
  const path = await filledDatabase(3);
  const database = new LibsqlDatabase(path);
  database.pragma('foreign_keys = off');
  database.exec("update items set feed_id = 'gone' where rowid = (select min(rowid) from items)");
  database.close();
  const file = join(temporaryDirectory(), 'b.db');
  const { code, stderr } = await run(['service', 'backup', file, '--database', path]);
  expect(code).toBe(7);
  expect(stderr).toContain(`The database ${path} is damaged`);
  expect(stderr).toContain('feedctl doctor --database');
});
