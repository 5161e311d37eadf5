import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostedDialect, startHostedDialect } from '../../fakes/hosted-dialect.js';
import { Sandbox } from '../../support/sandbox.js';

let hosted: HostedDialect;
beforeAll(async () => {
  hosted = await startHostedDialect();
});
afterAll(() => hosted.close());

function login(sandbox: Sandbox, ...args: string[]) {
  const { key, secret } = hosted.account;
  return sandbox.run(['auth', 'login', '--base-url', hosted.url, '--with-token', ...args], {
    input: `${key}:${secret}`,
  });
}

describe('profiles', () => {
  it('-q prints no report of what was done', async () => {
    const sandbox = new Sandbox();
    await login(sandbox, '--profile', 'one');
    expect(await sandbox.output('profiles', 'use', 'one', '-q')).toBe('');
    expect(await sandbox.output('profiles', 'set', 'output=table', '-q')).toBe('');
    expect(await sandbox.output('profiles', 'list', '-q')).toContain('one');
    expect(await sandbox.output('profiles', 'delete', 'one', '--yes', '-q')).toBe('');
  });

  it('are chosen and deleted', async () => {
    const sandbox = new Sandbox();
    await login(sandbox, '--profile', 'one');
    await login(sandbox, '--profile', 'two');
    expect(await sandbox.output('profiles', 'list', '-o', 'id')).toBe('one\ntwo\n');
    expect(await sandbox.json('profiles', 'use', 'one')).toMatchObject({
      name: 'one',
      current: true,
    });
    const refused = await sandbox.run(['profiles', 'delete', 'one']);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(await sandbox.json('profiles', 'delete', 'one', '--yes')).toEqual({
      name: 'one',
      deleted: true,
    });
    const { code, stderr } = await sandbox.run(['feeds', 'list']);
    expect(code).toBe(4);
    expect(stderr).toContain('Hint: feedctl profiles use two');
    for (const verb of ['use', 'delete']) {
      const unknown = await sandbox.run(['profiles', verb, 'one', '--yes']);
      expect(unknown).toMatchObject({ code: 3, stdout: '' });
      expect(unknown.stderr).toContain('There is no profile "one".');
    }
  });

  it('of the embedded service is no longer implied beside another', async () => {
    const sandbox = new Sandbox();
    await sandbox.output('bundles', 'create', '--name', 'Mine');
    await login(sandbox, '--profile', 'work');
    expect(await sandbox.json('bundles', 'list')).toEqual([]);
    const local = await sandbox.run(['bundles', 'list', '--profile', 'embedded', '--json']);
    expect(JSON.parse(local.stdout)).toMatchObject([{ name: 'Mine' }]);
    expect(local.stderr).toBe('');
  });

  it('have defaults, which are set, shown and removed', async () => {
    const sandbox = new Sandbox();
    const empty = await sandbox.run(['profiles', 'list']);
    expect(empty.stderr).toContain('No profiles yet. Create one: feedctl auth login');
    const embedded = { name: 'embedded', current: false, kind: 'embedded', base_url: null };
    const none = { output: null, region: null, columns: null };
    expect(await sandbox.json('profiles', 'set', 'region=GB:en', 'columns=title,url')).toEqual({
      ...{ ...embedded, ...none, current: true },
      region: 'GB:en',
      columns: ['title', 'url'],
    });
    await login(sandbox, '--profile', 'work');
    const work = { name: 'work', current: true, kind: 'remote', base_url: hosted.url };
    const set = (...words: string[]) => sandbox.json('profiles', 'set', '--profile', ...words);
    expect(await set('work', 'output=csv')).toEqual({ ...work, ...none, output: 'csv' });
    expect(await set('embedded', 'region=')).toMatchObject({
      region: null,
      columns: ['title', 'url'],
    });
    expect(await set('work', 'output=')).toEqual({ ...work, ...none });
    const listed = await sandbox.run(['profiles', 'list', '--json']);
    expect(JSON.parse(listed.stdout)).toMatchObject([embedded, work]);
    expect(listed.stderr).toBe('');
    expect(await sandbox.json('profiles', 'use', 'embedded')).toMatchObject({ current: true });
    expect(await sandbox.json('auth', 'status')).toMatchObject({ source: 'profile' });
  });

  it.each([
    [['set', 'size=5'], 2, 'output=json region=GB:en columns=title,url'],
    [['set', 'output'], 2, '"output" is not a default.'],
    [['set', 'columns=title,nothing'], 2, 'nothing'],
    [['set', 'output=csv', '--profile', 'x'], 3, 'Create it: feedctl auth login --profile x'],
    [['delete', 'embedded', '--yes'], 3, 'Create it: feedctl auth login --embedded'],
  ])('%j ends with %i', async (words, exitCode, message) => {
    const { code, stdout, stderr } = await new Sandbox().run(['profiles', ...words]);
    expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('Profiles: ');
  });
});
