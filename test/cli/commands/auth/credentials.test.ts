import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostedDialect, startHostedDialect } from '../../../fakes/hosted-dialect.js';
import { Sandbox } from '../../../support/sandbox.js';

let hosted: HostedDialect;
let other: HostedDialect;
let token: string;

beforeAll(async () => {
  hosted = await startHostedDialect();
  other = await startHostedDialect();
  token = `${hosted.account.key}:${hosted.account.secret}`;
});
afterAll(async () => {
  await hosted.close();
  await other.close();
});

/** A user who has logged in to the hosted service. */
async function loggedIn(): Promise<Sandbox> {
  const sandbox = new Sandbox();
  const { code, stderr } = await login(sandbox);
  if (code !== 0) throw new Error(stderr);
  return sandbox;
}

function login(sandbox: Sandbox, ...args: string[]) {
  return sandbox.run(['auth', 'login', '--base-url', hosted.url, '--with-token', ...args], {
    input: `${token}\n`,
  });
}

describe('logging in with a token', () => {
  it('tries it with one GET, stores it for this user alone and uses it', async () => {
    const sandbox = new Sandbox();
    const before = hosted.requests.length;
    const { code, stdout } = await login(sandbox, '--json');
    expect(code).toBe(0);
    const name = new URL(hosted.url).host;
    expect(JSON.parse(stdout)).toEqual({ profile: name, kind: 'remote', base_url: hosted.url });
    const seen = hosted.requests.slice(before);
    const get = { method: 'GET', path: '/v1/feeds', query: { limit: '1' } };
    expect(seen).toMatchObject([get]);
    expect(statSync(sandbox.configFile).mode & 0o777).toBe(0o600);
    expect(await sandbox.json('auth', 'status')).toMatchObject({
      source: 'profile',
      profile: name,
      kind: 'remote',
      base_url: hosted.url,
      service_version: null,
    });
    expect(hosted.requests.slice(before)).toMatchObject([get, get]);
    expect(await sandbox.output('auth', 'token')).toBe(`${token}\n`);
  });

  it('works at the top level too, under a name of choice', async () => {
    const sandbox = new Sandbox();
    const { code } = await sandbox.run(
      ['login', '--base-url', `${hosted.url}/v1/`, '--with-token', '--profile', 'work'],
      { input: token },
    );
    expect(code).toBe(0);
    expect(await sandbox.json('profiles', 'list')).toMatchObject([
      { name: 'work', current: true, kind: 'remote', base_url: hosted.url },
    ]);
    expect((await sandbox.run(['logout'])).code).toBe(0);
  });

  it('stores nothing that the service does not accept', async () => {
    const sandbox = new Sandbox();
    const { code, stdout, stderr } = await sandbox.run(
      ['auth', 'login', '--base-url', hosted.url, '--with-token'],
      { input: 'c_wrong:s_wrong' },
    );
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toContain(`${hosted.url} rejected this key and secret.`);
    expect(stderr).toContain('Nothing was stored.');
    expect(stderr).not.toContain('s_wrong');
    expect(() => statSync(sandbox.configFile)).toThrow('ENOENT');
  });

  it.each([
    [403, 4, true],
    [404, 3, false],
    [400, 5, false],
  ])('%i ends with %i, for a wrong key: %s', async (status, code, isRejected) => {
    hosted.fault({ fault: { kind: 'json', status, body: { error: 'no' } } });
    const result = await login(new Sandbox());
    expect([result.code, result.stderr.includes('rejected this key')]).toEqual([code, isRejected]);
  });

  it('-q prints no report, of logging out neither', async () => {
    const sandbox = new Sandbox();
    expect(await login(sandbox, '-q')).toMatchObject({ code: 0, stdout: '' });
    expect(await sandbox.output('logout', '-q')).toBe('');
  });

  it.each([
    ['no colon', 'justonepart', 4, 'The token has no colon'],
    ['nothing', '', 4, 'The token has no colon'],
    ['half', 'c_key:', 4, 'The API secret is empty'],
    ['as much as may be', 'x'.repeat(8192), 4, 'The token has no colon'],
    ['too much', 'x'.repeat(8193), 2, 'too long for key:secret'],
  ])('refuses %s', async (_, input, code, message) => {
    const result = await new Sandbox().run(
      ['auth', 'login', '--base-url', hosted.url, '--with-token'],
      { input },
    );
    expect(result.code).toBe(code);
    expect(result.stderr).toContain(message);
  });

  it.each([
    ['no address', ['--with-token'], '--with-token needs --base-url.'],
    ['nobody to ask', ['--base-url', 'https://a.example'], 'Cannot ask for the key and secret'],
    ['a foreign http address', ['--base-url', 'http://a.example', '--with-token'], 'unencrypted'],
    [
      'an address with a password',
      ['--base-url', 'https://u:pw@a.example', '--with-token'],
      'must not carry a user',
    ],
    [
      'embedded with an address',
      ['--embedded', '--base-url', 'https://a.example'],
      '--embedded cannot be combined with',
    ],
    [
      'embedded under another name',
      ['--embedded', '--profile', 'x'],
      'always uses the profile "embedded"',
    ],
    [
      'the name embedded',
      ['--with-token', '--base-url', 'https://a.example', '--profile', 'embedded'],
      'is reserved for the embedded service',
    ],
  ])('is wrong usage with %s', async (_, args, message) => {
    const result = await new Sandbox().run(['auth', 'login', ...args], { input: token });
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(message);
    expect(result.stderr).not.toContain('pw@');
  });
});

describe('a stored secret', () => {
  it('never goes to another origin', async () => {
    const sandbox = await loggedIn();
    const before = other.requests.length;
    const { code, stderr } = await sandbox.run(['feeds', 'list', '--base-url', other.url]);
    expect(code).toBe(4);
    expect(stderr).toContain('A stored secret is sent only to the service it was stored for.');
    expect(other.requests).toHaveLength(before);
  });

  it('does not follow a redirect', async () => {
    const sandbox = await loggedIn();
    hosted.fault({ fault: { kind: 'redirect', location: `${other.url}/v1/feeds` } });
    const before = other.requests.length;
    const { code, stderr } = await sandbox.run(['feeds', 'list']);
    expect(code).toBe(7);
    expect(stderr).toContain('the redirect was not followed');
    expect(other.requests).toHaveLength(before);
  });

  it('is in no output of --debug', async () => {
    const sandbox = await loggedIn();
    const { code, stderr } = await sandbox.run(['feeds', 'list', '--debug']);
    expect(code).toBe(0);
    expect(stderr).toContain(`> GET ${hosted.url}/v1/feeds?limit=100`);
    expect(stderr).toContain('> authorization: Bearer ***:***');
    expect(stderr).toMatch(/^< 200 in \d+ ms$/m);
    expect(stderr).not.toContain(hosted.account.secret);
  });

  it('is in no list of profiles', async () => {
    const sandbox = await loggedIn();
    for (const format of ['table', 'json', 'jsonl', 'csv', 'id']) {
      const listed = await sandbox.output('profiles', 'list', '-o', format);
      expect(listed).toContain(new URL(hosted.url).host);
      expect(listed).not.toContain(hosted.account.secret);
    }
  });
});

describe('the environment', () => {
  const complete = () => ({
    ...hosted.variables,
  });

  it('is enough, and stores nothing', async () => {
    const sandbox = new Sandbox(complete());
    expect(await sandbox.json('feeds', 'list')).toEqual([]);
    expect(await sandbox.json('auth', 'status')).toMatchObject({
      source: 'environment',
      profile: null,
    });
    expect(() => statSync(sandbox.configFile)).toThrow('ENOENT');
  });

  it.each(['FEEDCTL_BASE_URL', 'FEEDCTL_API_KEY', 'FEEDCTL_API_SECRET'] as const)(
    'without %s, or with it empty, is exit 4 and never the embedded service',
    async (name) => {
      const sandbox = new Sandbox(complete());
      const missing = await sandbox.run(['feeds', 'list'], { env: { [name]: undefined } });
      expect(missing).toMatchObject({ code: 4, stdout: '' });
      expect(missing.stderr).toContain(`${name} is not set.`);
      const empty = await sandbox.run(['feeds', 'list', '--json'], { env: { [name]: '' } });
      expect(empty).toMatchObject({ code: 4, stdout: '' });
      expect(JSON.parse(empty.stderr).error).toMatchObject({
        code: 'NO_CREDENTIALS',
        exitCode: 4,
        message: `${name} is set but empty.`,
        hint: `Set a value, or: unset ${name}`,
      });
      expect(sandbox.hasDatabase()).toBe(false);
    },
  );

  it('with a wrong key is exit 4', async () => {
    const sandbox = new Sandbox({ ...complete(), FEEDCTL_API_KEY: 'c_wrong' });
    const { code, stdout, stderr } = await sandbox.run(['feeds', 'list']);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toContain('Hint: Check FEEDCTL_API_KEY and FEEDCTL_API_SECRET');
    expect((await sandbox.run(['auth', 'status'])).code).toBe(4);
  });

  it('gives way to --profile', async () => {
    const sandbox = await loggedIn();
    const env = { ...complete(), FEEDCTL_API_KEY: 'c_wrong' };
    const name = new URL(hosted.url).host;
    expect((await sandbox.run(['feeds', 'list'], { env })).code).toBe(4);
    expect((await sandbox.run(['feeds', 'list', '--profile', name], { env })).code).toBe(0);
  });
});

describe('logging out', () => {
  it('is exit 4 from then on, never another service', async () => {
    const sandbox = await loggedIn();
    const name = new URL(hosted.url).host;
    expect(await sandbox.json('auth', 'logout')).toEqual({ profile: name, logged_out: true });
    expect(readFileSync(sandbox.configFile, 'utf8')).not.toContain(hosted.account.secret);
    for (const argv of [
      ['feeds', 'list'],
      ['auth', 'status'],
      ['auth', 'token'],
    ]) {
      const { code, stdout, stderr } = await sandbox.run(argv);
      expect({ argv, code, stdout }).toEqual({ argv, code: 4, stdout: '' });
      expect(stderr).toContain('You are logged out.');
    }
    expect((await sandbox.run(['auth', 'logout'])).code).toBe(4);
    expect(sandbox.hasDatabase()).toBe(false);
  });

  it('of the embedded service keeps its data for the next login', async () => {
    const sandbox = new Sandbox();
    await sandbox.output('bundles', 'create', '--name', 'Kept');
    const { code, stderr } = await sandbox.run(['auth', 'logout']);
    expect(code).toBe(0);
    expect(stderr).toBe('No service is selected. To select one: feedctl auth login\n');
    const next = /: feedctl auth login\n$/;
    for (const argv of [
      ['bundles', 'list'],
      ['auth', 'status'],
      ['auth', 'logout'],
    ]) {
      const after = await sandbox.run(argv);
      expect(after.code).toBe(4);
      expect(after.stderr).toMatch(next);
    }
    await sandbox.output('auth', 'login', '--embedded');
    expect(await sandbox.json('bundles', 'list')).toMatchObject([{ name: 'Kept' }]);
  });

  it('works before anything was used', async () => {
    const sandbox = new Sandbox();
    expect((await sandbox.run(['auth', 'logout'])).code).toBe(0);
    expect((await sandbox.run(['feeds', 'list'])).code).toBe(4);
  });
});

describe('the configuration file', () => {
  it('is tightened when others could read it', async () => {
    const sandbox = await loggedIn();
    chmodSync(sandbox.configFile, 0o664);
    await sandbox.output('feeds', 'list');
    expect(statSync(sandbox.configFile).mode & 0o777).toBe(0o600);
  });

  it('is explained and left alone when it is damaged', async () => {
    const sandbox = await loggedIn();
    const damaged = readFileSync(sandbox.configFile, 'utf8').slice(0, 50);
    writeFileSync(sandbox.configFile, damaged);
    for (const argv of [
      ['feeds', 'list'],
      ['auth', 'logout'],
      ['auth', 'login', '--embedded'],
    ]) {
      const { code, stdout, stderr } = await sandbox.run(argv);
      expect({ argv, code, stdout }).toEqual({ argv, code: 2, stdout: '' });
      expect(stderr).toContain(`The configuration file is damaged: ${sandbox.configFile}`);
      expect(stderr).toContain(`mv '${sandbox.configFile}'`);
      expect(readFileSync(sandbox.configFile, 'utf8')).toBe(damaged);
    }
    // Nothing of it is needed here.
    expect((await sandbox.run(['feeds', '--help'])).code).toBe(0);
  });
});
