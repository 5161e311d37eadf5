import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { numberedItems } from '../support/rss.js';
import { type SourceServer, startSourceServer } from '../support/source-server.js';
import { BINARY, ProcessSandbox, Sandbox } from './sandbox.js';

let sources: SourceServer;

beforeAll(async () => {
  sources = await startSourceServer();
});
afterAll(() => sources.close());

/** A machine with one feed of three items. */
async function machine(sandbox = new Sandbox()): Promise<Sandbox> {
  const url = sources.publish('/moved.xml', { title: 'Moved', items: numberedItems(3) });
  await sandbox.output('feeds', 'create', '--url', url);
  return sandbox;
}

async function titles(sandbox: Sandbox): Promise<string[]> {
  const feeds = (await sandbox.json('feeds', 'list')) as { title: string }[];
  return feeds.map(({ title }) => title);
}

describe('feedctl service backup and restore', () => {
  it('while it is served; back again once it is not', async () => {
    const sandbox = await machine(new ProcessSandbox());
    const server = sandbox.start(['serve', '--port', '0', '--json']);
    onTestFinished(() => void server.kill('SIGKILL'));
    for await (const chunk of server.stdout.iterator()) if (String(chunk).includes('}')) break;

    const file = join(sandbox.home, 'backup.db');
    const made = await sandbox.json('service', 'backup', file);
    expect(made).toMatchObject({ file, database: sandbox.databaseFile, feeds: 1, items: 3 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [id = ''] = (await sandbox.output('feeds', 'list', '-o', 'id')).split('\n');
    await sandbox.output('feeds', 'delete', id, '--yes');

    const served = await sandbox.run(['service', 'restore', file, '--yes']);
    expect(served).toMatchObject({ code: 5, stdout: '' });
    expect(served.stderr).toContain('while feedctl serve is running on it');
    server.kill('SIGTERM');
    await server;

    const unasked = await sandbox.run(['service', 'restore', file]);
    expect(unasked.code).toBe(2);
    expect(unasked.stderr).toContain('with 0 feeds and 0 items, by 1 feed and 3 items. Add --yes.');
    expect(await titles(sandbox)).toEqual([]);
    const restored = await sandbox.json('service', 'restore', file, '--yes');
    expect(restored).toMatchObject({ kept: `${sandbox.databaseFile}.before-restore`, feeds: 1 });
    expect(await titles(sandbox)).toEqual(['Moved']);
  });

  it('sets up another machine, where commands get a key of their own', async () => {
    const file = join((await machine()).home, 'backup.db');
    const old = await machine();
    await old.output('service', 'backup', file);
    const fresh = new Sandbox();
    const { code } = await fresh.run(['service', 'restore', file]);
    expect(code).toBe(0);
    expect(await titles(fresh)).toEqual(['Moved']);
  });

  it('says what is wrong, and leaves nothing half done', async () => {
    const sandbox = await machine();
    const file = join(sandbox.home, 'backup.db');
    await sandbox.output('service', 'backup', file);
    const again = await sandbox.run(['service', 'backup', file, '--json']);
    expect(again).toMatchObject({ code: 5, stdout: '' });
    expect(JSON.parse(again.stderr)).toMatchObject({ error: { code: 'FILE_EXISTS', exitCode: 5 } });

    const missing = await sandbox.run(['service', 'restore', join(sandbox.home, 'no.db')]);
    expect(missing.code).toBe(3);
    const other = await sandbox.run(['service', 'restore', BINARY]);
    expect(other).toMatchObject({ code: 2 });
    expect(other.stderr).toContain('is not a backup of feedctl');
    expect(readdirSync(join(sandbox.home, 'data')).filter((name) => /part/.test(name))).toEqual([]);
  });

  it('fails on a disk that takes no more, and what was there before stays', async () => {
    const sandbox = await machine();
    const file = join(sandbox.home, 'backup.db');
    await sandbox.output('service', 'backup', file);
    const before = readFileSync(file);
    const script = `ulimit -f 100; exec "$0" "$@"`;
    const words = [process.execPath, BINARY, 'service', 'backup', file, '--force'];
    const full = await execa('bash', ['-c', script, ...words], {
      env: sandbox.env,
      extendEnv: false,
      reject: false,
    });
    expect(full.exitCode).toBe(2);
    expect(full.stderr).toContain(`${file} cannot be written: disk I/O error`);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(sandbox.home).sort()).toEqual(['backup.db', 'data']);
  });
});

describe('feedctl service copy', () => {
  it('makes the same account in another file', async () => {
    const sandbox = await machine();
    const to = join(sandbox.home, 'copy', 'feedctl.db');
    const copied = await sandbox.json(
      ...['service', 'copy', '--from', `sqlite:${sandbox.databaseFile}`, '--to', `sqlite:${to}`],
    );
    expect(copied).toMatchObject({ to, served_meanwhile: false });
    const other = new Sandbox({ FEEDCTL_DATA_DIR: join(sandbox.home, 'copy') });
    expect(await titles(other)).toEqual(['Moved']);

    const again = await sandbox.run([
      ...['service', 'copy', '--from', `sqlite:${sandbox.databaseFile}`, '--to', `sqlite:${to}`],
    ]);
    expect(again).toMatchObject({ code: 5 });
    expect(again.stderr).toContain('is not empty');
  });

  it('keeps passwords out of arguments and messages', async () => {
    const sandbox = new Sandbox({ WHERE: 'postgres://jo:hunter2@127.0.0.1:1/feedctl' });
    const typed = await sandbox.run([
      ...['service', 'copy', '--from', 'sqlite:x.db', '--to', 'postgres://jo:hunter2@h/feedctl'],
    ]);
    expect(typed.code).toBe(2);
    expect(typed.stderr).toContain('PGPASSWORD');
    const named = await sandbox.run([
      ...['service', 'copy', '--from', 'env:WHERE', '--to', 'sqlite:x.db', '--debug'],
    ]);
    expect(named.code).toBe(7);
    expect(named.stderr).toContain('postgres://jo@127.0.0.1:1/feedctl');
    expect(typed.stderr + named.stderr).not.toContain('hunter2');
    const unset = await sandbox.run([
      ...['service', 'copy', '--from', 'env:NOWHERE', '--to', 'sqlite:x.db'],
    ]);
    expect(unset.code).toBe(2);
    expect(unset.stderr).toContain('The environment variable NOWHERE is not set');
  });
});

describe('feedctl doctor --database', () => {
  it('ends with 0 when all is well, and with 9 when it is not', async () => {
    const sandbox = await machine();
    const sound = await sandbox.run(['doctor', '--database', '--json']);
    expect(sound).toMatchObject({ code: 0, stdout: '[]\n' });
    expect(sound.stderr).toBe('');
    expect(await sandbox.run(['doctor', '--database'])).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });

    const { default: LibsqlDatabase } = await import('libsql');
    const database = new LibsqlDatabase(sandbox.databaseFile);
    database.exec("update feeds set lease_token = 'left behind', lease_expires_at = null");
    database.close();
    const found = await sandbox.run(['doctor', '--database', '--json']);
    expect(found.code).toBe(9);
    expect(JSON.parse(found.stdout)).toMatchObject([
      { check: 'half-lease', status: 'fail', rows: 1 },
    ]);
  });

  it('says when there is no database', async () => {
    const { code, stderr } = await new Sandbox().run(['doctor', '--database']);
    expect(code).toBe(3);
    expect(stderr).toContain('There is no database at');
  });
});
