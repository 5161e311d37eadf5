import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../../../support/cli-host.js';
import { filledDatabase } from '../../../support/filled-database.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

/** A database with rows, and a directory with a backup of it and a text. */
async function place() {
  const database = await filledDatabase(3);
  const directory = temporaryDirectory();
  const [backup, text] = [join(directory, 'b.db'), join(directory, 'text.db')];
  writeFileSync(text, 'no database');
  const made = await run(['service', 'backup', backup, '--database', database, '-q']);
  expect(made).toEqual({ code: 0, stdout: '', stderr: '' });
  return { directory, database, backup, text };
}

it('a mistake ends with the code of its kind', async () => {
  const { directory, database, backup, text } = await place();
  const missing = join(directory, 'missing.db');
  const service = async (...words: string[]) => {
    const { code, stdout } = await run(['service', ...words]);
    return [code, stdout];
  };
  const copy = (from: string, to: string) =>
    service('copy', '--from', `sqlite:${from}`, '--to', `sqlite:${to}`);
  expect({
    'backup to a file that exists': await service('backup', backup, '--database', database),
    'backup of nothing': await service('backup', `${backup}2`, '--database', missing),
    'backup to no directory': await service('backup', '/nowhere/b.db', '--database', database),
    'restore of nothing': await service('restore', missing, '--database', database),
    'restore of a text': await service('restore', text, '--database', database),
    'restore over data, unasked': await service('restore', backup, '--database', database),
    'copy onto itself': await copy(database, database),
    'copy onto data': await copy(backup, database),
  }).toEqual({
    'backup to a file that exists': [5, ''],
    'backup of nothing': [3, ''],
    'backup to no directory': [2, ''],
    'restore of nothing': [3, ''],
    'restore of a text': [2, ''],
    'restore over data, unasked': [2, ''],
    'copy onto itself': [2, ''],
    'copy onto data': [5, ''],
  });
});

it('a restoration says what it replaces, and keeps that', async () => {
  const { directory, backup } = await place();
  const database = join(directory, 'new.db');
  const restore = (...flags: string[]) =>
    run(['service', 'restore', backup, '--database', database, ...flags]);
  const first = await restore('--json');
  expect(JSON.parse(first.stdout)).toMatchObject({ kept: null, database });
  expect(first.stderr).not.toContain('is kept as');
  const second = await restore('--yes', '--json');
  const { kept } = JSON.parse(second.stdout);
  expect([second.code, existsSync(kept)]).toEqual([0, true]);
  expect(second.stderr).toContain(`The previous database is kept as ${kept}\n`);
  expect(await restore('--yes', '-q')).toEqual({ code: 0, stdout: '', stderr: '' });
  const copy = join(directory, 'copy.db');
  const flags = ['--from', `sqlite:${database}`, '--to', `sqlite:${copy}`];
  expect(await run(['service', 'copy', ...flags, '-q'])).toMatchObject({ code: 0, stdout: '' });
  expect((await restore()).stderr).toMatch(
    /this replaces .*, with \d+ feeds and \d+ items, by \d+ feeds and \d+ items\. Add --yes\./,
  );
});
