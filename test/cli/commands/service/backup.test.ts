import { existsSync } from 'node:fs';
import { join } from 'node:path';
import LibsqlDatabase from 'libsql';
import { expect, it } from 'vitest';
import { Interrupted } from '../../../../src/cli/kit/index.js';
import { run } from '../../../support/cli-host.js';
import { filledDatabase } from '../../../support/filled-database.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

it('that is finished exits with 0, also when a signal came', async () => {
  const path = await filledDatabase(3);
  const file = join(temporaryDirectory(), 'b.db');
  const stop = new AbortController();
  const { code, stdout } = await run(['service', 'backup', file, '--database', path, '--json'], {
    signal: stop.signal,
    onStdout: () => stop.abort(new Interrupted(143)),
  });
  expect([code, JSON.parse(stdout).file]).toEqual([0, file]);
});

it('that is not finished exits with the number of the signal', async () => {
  const path = await filledDatabase(3);
  const file = join(temporaryDirectory(), 'b.db');
  const signal = AbortSignal.abort(new Interrupted(143));
  expect((await run(['service', 'backup', file, '--database', path], { signal })).code).toBe(143);
  expect(existsSync(file)).toBe(false);
});

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
