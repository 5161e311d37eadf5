import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { servingHere } from '../support/serving-here.js';
import { Sandbox } from './sandbox.js';
import { serving } from './serving.js';

interface Key {
  id: string;
  name: string;
  secret: string;
}

/** A `feedctl serve`, and somebody on another machine who has logged in with a key of its owner. */
async function remoteService(start: (server: Sandbox) => Promise<string> = servingHere) {
  const server = new Sandbox();
  const url = await start(server);
  const key = (await server.json('keys', 'create', '--name', 'laptop')) as Key;
  const laptop = new Sandbox();
  const login = await laptop.run(
    ['auth', 'login', '--base-url', url, '--profile', 'office', '--with-token'],
    { input: `${key.id}:${key.secret}\n` },
  );
  expect(login.code).toBe(0);
  return { server, url, key, laptop };
}

describe('a service on another port', () => {
  it('is managed completely: accounts, their limits, and keys of each', async () => {
    const { url, laptop } = await remoteService();
    const made = await laptop.json('accounts', 'create', '--name', 'news desk', '--feeds', '5');
    expect(made).toMatchObject({ name: 'news desk', enabled: true, limits: { feeds: 5 } });
    const file = join(laptop.home, 'desk.key');
    const stored = await laptop.run([
      'keys',
      'create',
      '--account',
      'news desk',
      '--name',
      'desk',
      '--secret-to',
      file,
      '--json',
    ]);
    expect(stored).toMatchObject({ code: 0, stderr: '' });
    const { id } = JSON.parse(stored.stdout) as Key;
    expect(JSON.parse(stored.stdout)).toEqual({ id, name: 'desk', secret_file: file });
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${id}:s_[0-9A-Za-z]+\n$`));
    expect(statSync(file).mode & 0o777).toBe(0o600);

    // The file is what a login reads, and that login is the account's.
    const desk = new Sandbox();
    const input = readFileSync(file, 'utf8');
    const login = ['auth', 'login', '--base-url', url, '--profile', 'desk', '--with-token'];
    expect((await desk.run(login, { input })).code).toBe(0);
    expect(await desk.json('keys', 'list')).toMatchObject([{ id, name: 'desk', revoked_at: null }]);
    const forbidden = await desk.run(['accounts', 'list', '--json']);
    expect(forbidden).toMatchObject({ code: 4, stdout: '' });
    expect(JSON.parse(forbidden.stderr).error).toMatchObject({
      code: 'FORBIDDEN',
      statusCode: 403,
      hint: expect.stringContaining('owner account'),
    });
    const others = await desk.run(['keys', 'create', '--account', 'owner', '--json']);
    expect(others).toMatchObject({ code: 4, stdout: '' });

    const limits = ['accounts', 'update', 'news desk', '--requests-per-minute', '600'];
    expect(await laptop.json(...limits)).toMatchObject({
      limits: { requests_per_minute: 600, feeds: 5 },
    });
    expect(await laptop.json('accounts', 'update', 'news desk', '--disable')).toMatchObject({
      enabled: false,
    });
    expect((await desk.run(['feeds', 'list'])).code).toBe(4);
    await laptop.output('accounts', 'update', 'news desk', '--enable');
    expect((await desk.run(['feeds', 'list'])).code).toBe(0);
    expect(await laptop.output('accounts', 'list', '--fields', 'name', '--no-header')).toBe(
      'owner\nnews desk\n',
    );

    const theirs = ['--account', 'news desk', '--json'];
    const revoked = await laptop.run(['keys', 'revoke', id, '--yes', ...theirs]);
    expect(JSON.parse(revoked.stdout)).toEqual({ id, revoked: true });
    expect((await desk.run(['feeds', 'list'])).code).toBe(4);
    const again = await laptop.run(['keys', 'revoke', id, '--yes', ...theirs]);
    expect(again.code).toBe(3);
    expect(again.stderr).toContain("feedctl keys list --all --account 'news desk'");
    // Nothing of this was about a database of the laptop.
    expect(laptop.hasDatabase()).toBe(false);
  });

  it('rotates the key of the profile, whole and with its id', async () => {
    const { server, key, laptop } = await remoteService();
    const status = async () => (await laptop.json('auth', 'status')) as { api_key: string };
    expect((await status()).api_key).toBe(key.id);
    expect(await laptop.run(['keys', 'rotate'])).toMatchObject({ code: 2, stdout: '' });
    const { id } = (await laptop.json('keys', 'rotate', '--yes')) as { id: string };
    expect(id).not.toBe(key.id);
    expect((await status()).api_key).toBe(id);
    const keys = (await server.json('keys', 'list')) as { id: string; revoked_at: unknown }[];
    expect(keys.find((one) => one.id === key.id)?.revoked_at).not.toBeNull();
    expect(keys.find((one) => one.id === id)).toMatchObject({ name: 'laptop', revoked_at: null });
  });

  it('rotates the key of another program into a file, and that of the embedded service', async () => {
    const { server } = await remoteService();
    const { id } = (await server.json('keys', 'create', '--name', 'reader')) as { id: string };
    const file = join(server.home, 'reader.key');
    await server.output('keys', 'rotate', id, '--secret-to', file, '--yes');
    expect(readFileSync(file, 'utf8')).toMatch(/^c_\w+:s_\w+\n$/);
    expect((await server.run(['keys', 'rotate', id, '--yes'])).code).toBe(3);
    const { api_key } = (await server.json('auth', 'status')) as { api_key: string };
    await server.output('keys', 'rotate', '--yes');
    const after = (await server.json('auth', 'status')) as { api_key: string };
    expect(after.api_key).toMatch(/^c_/);
    expect(after.api_key).not.toBe(api_key);
    expect((await server.run(['keys', 'list'])).code).toBe(0);
  });

  it('refuses a key from the moment the command line revokes it, and warns for its own', async () => {
    // Of a process of its own, which has used the key before.
    const apart = async (sandbox: Sandbox) => (await serving(sandbox)).url;
    const { server, key, laptop } = await remoteService(apart);
    expect(await server.output('keys', 'list', '--json')).not.toContain(key.secret);
    const unsure = await laptop.run(['keys', 'revoke', key.id]);
    expect(unsure).toMatchObject({ code: 2, stdout: '' });
    expect(unsure.stderr).toContain('which this command line uses');
    expect((await laptop.run(['feeds', 'list'])).code).toBe(0);
    const own = await laptop.run(['keys', 'revoke', key.id, '--yes']);
    expect(own.code).toBe(0);
    expect(own.stderr).toMatch(
      /This command line used that key\. Log in again: feedctl auth login/,
    );
    expect((await laptop.run(['feeds', 'list'])).code).toBe(4);
  });
});

describe('keys of the embedded service', () => {
  it('are none on a fresh machine, where listing makes nothing', async () => {
    const sandbox = new Sandbox();
    expect(await sandbox.json('keys', 'list')).toEqual([]);
    expect(sandbox.hasDatabase()).toBe(false);
  });

  it('are not created when their file cannot be', async () => {
    const sandbox = new Sandbox();
    const first = join(sandbox.home, 'first.key');
    await sandbox.output('keys', 'create', '--name', 'first', '--secret-to', first);
    const before = await sandbox.json('keys', 'list');
    const create = (file: string) => sandbox.run(['keys', 'create', '--secret-to', file, '--json']);
    const taken = await create(first);
    expect(taken).toMatchObject({ code: 2, stdout: '' });
    expect(taken.stderr).toContain('already exists');
    const nowhere = join(sandbox.home, 'none', 'x.key');
    expect(await create(nowhere)).toMatchObject({ code: 2, stdout: '' });
    expect(existsSync(nowhere)).toBe(false);
    expect(((await sandbox.json('keys', 'list')) as Key[]).length).toBe((before as Key[]).length);
  });
});

describe('feedctl service and serve', () => {
  it('take no flag that chooses another service', async () => {
    const sandbox = new Sandbox();
    const commands = [
      ['service', 'backup', 'x.db'],
      ['service', 'restore', 'x.db'],
      ['service', 'copy', '--from', 'sqlite:a.db', '--to', 'sqlite:b.db'],
      ['doctor', '--database'],
      ['serve', '--port', '0'],
    ];
    for (const words of commands) {
      for (const flag of [
        ['--profile', 'p'],
        ['--base-url', 'http://127.0.0.1:1'],
      ]) {
        const refused = await sandbox.run([...words, ...flag]);
        expect(refused, words.join(' ')).toMatchObject({ code: 2, stdout: '' });
        expect(refused.stderr).toContain(`does not support ${flag[0]}`);
      }
    }
    expect(sandbox.hasDatabase()).toBe(false);
  });
});
