import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { Sandbox } from '../../support/sandbox.js';

describe('accounts', () => {
  it('are made with limits, shown, changed, disabled and enabled', async () => {
    const sandbox = new Sandbox();
    const json = async (...argv: string[]) =>
      z
        .looseObject({ id: z.string(), name: z.string() })
        .parse(await sandbox.json('accounts', ...argv));
    const made = await json('create', '--name', 'a', '--feeds', '7');
    expect(made).toMatchObject({ name: 'a', limits: { feeds: 7, burst: null } });
    expect(await json('get', 'a')).toEqual(made);
    expect(await json('update', made.id, '--feeds', 'none')).toMatchObject({
      limits: { feeds: null },
    });
    const all = ['--requests-per-minute', '60', '--burst', '9', '--concurrent-creations', '2'];
    expect(await json('update', 'a', ...all, '--feeds', '8')).toMatchObject({
      limits: { requests_per_minute: 60, burst: 9, concurrent_creations: 2, feeds: 8 },
    });
    expect(await json('update', 'a', '--disable')).toMatchObject({ enabled: false });
    expect(await json('update', 'a', '--enable')).toMatchObject({ enabled: true });
    expect(await sandbox.output('accounts', 'list', '--fields', 'name', '--no-header')).toBe(
      'owner\na\n',
    );
  });

  it('-q prints no report of what was done', async () => {
    const sandbox = new Sandbox();
    expect(await sandbox.output('accounts', 'create', '--name', 'a', '-q')).toBe('');
    expect(await sandbox.output('accounts', 'update', 'a', '--feeds', '7', '-q')).toBe('');
    expect(await sandbox.output('accounts', 'get', 'a', '-q')).toContain('7');
  });

  it.each([
    [['create'], 2, '--name is missing'],
    [['create', '--name', 'owner'], 5, 'already exists'],
    [['update', 'owner', '--burst', '5'], 5, 'has no effect without'],
    [['update', 'owner', '--feeds', 'few'], 2, '--feeds takes a whole number or none'],
    [['update', 'owner', '--disable'], 5, 'cannot be disabled'],
    [['update', 'owner'], 2, 'Nothing to change.'],
    [['update', 'owner', '--disable', '--enable'], 2, '--disable and --enable cannot be combined'],
    [['get', 'nobody'], 3, 'no account nobody'],
    [['update', 'nobody', '--enable'], 3, 'feedctl accounts list --all'],
  ])('%j ends with %i', async (words, exitCode, message) => {
    const { code, stdout, stderr } = await new Sandbox().run(['accounts', ...words]);
    expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
    expect(stderr).toContain(message);
  });
});
