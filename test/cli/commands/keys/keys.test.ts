import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { rotateKey } from '../../../../src/cli/commands/keys/rotate-key.js';
import type { Context } from '../../../../src/cli/verbs/context.js';
import { startHostedDialect } from '../../../fakes/hosted-dialect.js';
import { run } from '../../../support/cli-host.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

const HOUR = 3_600_000;

/** Ids in full. */
const [OLD, OTHER, X] = ['old', 'other', 'x'].map((name) => `c_${name.padEnd(43, '0')}`) as [
  ...[string, string, string],
];

/** A user of their own, of the embedded service. */
function user() {
  const home = temporaryDirectory();
  const env = {
    FEEDCTL_CONFIG_DIR: join(home, 'config'),
    FEEDCTL_DATA_DIR: join(home, 'data'),
  };
  return { home, run: (...argv: string[]) => run(argv, { env }) };
}

describe('keys', () => {
  it('-q prints no report of a revocation', async () => {
    const { run: feedctl } = user();
    const id = (await feedctl('keys', 'create', '-o', 'id')).stdout.trim();
    expect(await feedctl('keys', 'revoke', id, '--yes', '-q')).toMatchObject({
      code: 0,
      stdout: '',
    });
  });

  it('are read-only or expire, and keep that when they are replaced', async () => {
    const { run: feedctl } = user();
    const flags = ['--name', 'wall', '--read-only', '--expires-in', '90d', '--json'];
    const { id } = JSON.parse((await feedctl('keys', 'create', ...flags)).stdout);
    const rotated = await feedctl('keys', 'rotate', id, '--yes', '--json');
    const listed = await feedctl('keys', 'list', '--all', '--json');
    const key = JSON.parse(listed.stdout).find(
      (one: { id: string }) => one.id === JSON.parse(rotated.stdout).id,
    );
    expect(key).toMatchObject({ name: 'wall', read_only: true });
    const days = (Date.parse(key.expires_at) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
    const refused = await feedctl('keys', 'create', '--expires-in', 'soon');
    expect(refused).toMatchObject({ code: 5, stderr: expect.stringContaining('expires_in') });
  });

  it('are found by their name and the start of their id; those that were revoked are not', async () => {
    const { run: feedctl } = user();
    const make = async (name: string) =>
      JSON.parse((await feedctl('keys', 'create', '--name', name, '--json')).stdout).id as string;
    const old = await make('ci');
    expect((await feedctl('keys', 'revoke', old, '--yes')).code).toBe(0);
    const id = await make('ci');
    for (const typed of ['ci', id.slice(0, 8)]) {
      const refused = await feedctl('keys', 'revoke', typed, '--yes');
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(id) });
      expect(refused.stderr).toContain(`feedctl keys revoke ${id} --yes`);
    }
    const rotated = await feedctl('keys', 'rotate', 'ci', '--yes');
    expect(rotated).toMatchObject({ code: 2, stderr: expect.stringContaining('full id') });
    expect(await feedctl('keys', 'rotate', 'cd', '--yes')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('There is no key "cd"'),
    });
  });

  it('are created, listed without their secret, and revoked', async () => {
    const { run: feedctl } = user();
    const made = await feedctl('keys', 'create', '--name', 'ci', '--json');
    expect(made.code).toBe(0);
    const key = JSON.parse(made.stdout);
    expect(key).toMatchObject({ name: 'ci', secret: expect.stringMatching(/^s_/) });
    const listed = await feedctl('keys', 'list', '--limit', '1', '--json');
    expect(JSON.parse(listed.stdout)).toMatchObject([{ id: key.id, revoked_at: null }]);
    expect(listed.stdout).not.toContain(key.secret);
    expect(listed.stderr).toContain('Next: feedctl keys list --json --offset 1 --limit 1');

    const revoked = await feedctl('keys', 'revoke', key.id, '--yes', '--json');
    expect(revoked).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(revoked.stdout)).toEqual({ id: key.id, revoked: true });
    const again = await feedctl('keys', 'revoke', key.id, '--yes');
    expect(again).toMatchObject({ code: 3, stdout: '' });
    expect(again.stderr).toContain('List the keys: feedctl keys list --all\n');
  });

  it('warns when the key of the embedded service is revoked, without which commands go on', async () => {
    const { run: feedctl } = user();
    await feedctl('keys', 'create');
    const token = (await feedctl('auth', 'token')).stdout;
    const revoked = await feedctl('keys', 'revoke', token.split(':')[0] ?? '', '--yes');
    expect(revoked.stderr).toContain('Create a new key: feedctl auth login --embedded');
    expect((await feedctl('keys', 'list')).code).toBe(0);
    expect((await feedctl('api', '/v1/keys')).code).toBe(4);
    expect((await feedctl('auth', 'login', '--embedded')).code).toBe(0);
    expect((await feedctl('api', '/v1/keys')).code).toBe(0);
    expect((await feedctl('auth', 'token')).stdout).not.toBe(token);
  });

  it('of an account that does not exist are not found', async () => {
    const { run: feedctl } = user();
    for (const words of [['create'], ['list'], ['revoke', X, '--yes']]) {
      await feedctl('accounts', 'create', '--name', 'a');
      const { code, stdout, stderr } = await feedctl('keys', ...words, '--account', 'nobody');
      expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
      expect(stderr).toContain('feedctl accounts list');
    }
  });

  it('cannot be stored in a directory', async () => {
    const { home, run: feedctl } = user();
    const directory = join(home, 'keys');
    mkdirSync(directory);
    const refused = await feedctl('keys', 'create', '--secret-to', directory);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('the key in use', () => {
  it('is replaced where it is stored, and named when it is revoked', async () => {
    const { home, run: feedctl } = user();
    const token = async () => (await feedctl('auth', 'token')).stdout.trim();
    const [old = ''] = (await token()).split(':');
    const refused = await feedctl('keys', 'revoke', old);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain(`key ${old}, which this command line uses, permanently.`);
    expect((await feedctl('keys', 'revoke', X)).stderr).toContain(`revokes key ${X} permanently.`);

    const rotated = await feedctl('keys', 'rotate', '--yes', '--json');
    const { id, ...rest } = JSON.parse(rotated.stdout);
    expect(rest).toEqual({
      name: 'feedctl command line',
      secret_file: join(home, 'config', 'config.json'),
    });
    expect(rotated.stderr).toBe(`The key ${old} is revoked.\n`);
    expect((await token()).startsWith(`${id}:`)).toBe(true);
    expect((await feedctl('api', '/v1/keys')).code).toBe(0);

    const file = join(home, 'reader.key');
    const other = await feedctl('keys', 'rotate', '--yes', '--secret-to', file, '--json');
    expect(JSON.parse(other.stdout)).toMatchObject({ secret_file: file });
    expect(readFileSync(file, 'utf8')).not.toContain(id);
    expect((await token()).startsWith(`${id}:`)).toBe(true);
    expect(await feedctl('keys', 'rotate', id, '--yes')).toMatchObject({ code: 3, stdout: '' });
  });

  it.each([
    ['profile', OLD, { secret_file: 'F' }, 'c_new'],
    ['profile', OTHER, { secret: 's_new' }, OLD],
    ['environment', OLD, { secret: 's_new' }, OLD],
  ])('of the %s: %s is replaced', async (kind, id, shown, stored) => {
    const revoked: string[] = [];
    const output: unknown[] = [];
    let profiles = { current: 'work', profiles: { work: { kind: 'remote', apiKey: OLD } } };
    const used = { kind: 'remote', source: { kind, name: 'work' }, apiKey: OLD };
    const client = {
      async *keys() {
        yield { id: 'c_first', name: 'first', revoked_at: null };
        yield { id, name: 'reader', read_only: false, expires_at: null, revoked_at: null };
      },
      createKey: async (body: object) => ({ ...body, id: 'c_new', secret: 's_new' }),
      revokeKey: async (key: string) => void revoked.push(key),
    };
    const context = {
      globals: { yes: true },
      prompts: { canAsk: false },
      env: {},
      credentials: async () => used,
      client: async () => client,
      profiles: {
        file: 'F',
        change: async (to: (before: typeof profiles) => typeof profiles) => {
          profiles = to(profiles);
        },
      },
      output: { record: async (value: unknown) => void output.push(value) },
      notes: { note: async () => {} },
    } as unknown as Context;
    await rotateKey(context, id, { account: undefined, secretTo: undefined });
    expect(revoked).toEqual([id]);
    expect(output).toEqual([expect.objectContaining({ id: 'c_new', name: 'reader', ...shown })]);
    expect(profiles.profiles.work.apiKey).toBe(stored);
  });

  it.each([
    [2 * HOUR + 1, '3h'],
    [HOUR / 2, '1h'],
    [0, undefined],
    [-HOUR, undefined],
  ])('that ends in %i ms is replaced by one that ends after %s', async (left, expected) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const bodies: { expires_in?: string }[] = [];
    const expires_at = new Date(Date.now() + left).toISOString();
    const client = {
      async *keys() {
        yield { id: X, name: 'x', read_only: true, expires_at, revoked_at: null };
      },
      createKey: async (body: object) => {
        bodies.push(body);
        return { ...body, id: 'c_new', secret: 's_new' };
      },
      revokeKey: async () => {},
    };
    const context = {
      globals: { yes: true },
      prompts: { canAsk: false },
      credentials: async () => ({ kind: 'remote', apiKey: 'c_used', source: {} }),
      client: async () => client,
      output: { record: async () => {} },
      notes: { note: async () => {} },
    } as unknown as Context;
    await rotateKey(context, X, { account: undefined, secretTo: undefined });
    expect(bodies).toEqual([
      { name: 'x', read_only: true, ...(expected && { expires_in: expected }) },
    ]);
  });
});

describe('a service that is not of feedctl', () => {
  it.each([
    [['keys', 'list'], 'API keys'],
    [['keys', 'create'], 'API keys'],
    [['keys', 'revoke', X, '--yes'], 'API keys'],
    [['keys', 'list', '--account', 'a'], 'API keys'],
    [['accounts', 'list'], 'accounts'],
    [['accounts', 'create', '--name', 'a'], 'accounts'],
    [['accounts', 'update', 'a', '--disable'], 'accounts'],
  ])('%j ends with 5, says what it lacks, and sends it nothing', async (words, feature) => {
    const hosted = await startHostedDialect();
    onTestFinished(() => hosted.close());
    const { key, secret } = hosted.account;
    const env = {
      FEEDCTL_CONFIG_DIR: temporaryDirectory(),
      FEEDCTL_BASE_URL: hosted.url,
      FEEDCTL_API_KEY: key,
      FEEDCTL_API_SECRET: secret,
    };
    const { code, stdout, stderr } = await run([...words, '--json'], { env });
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'UNSUPPORTED',
      message: `This service has no ${feature}: only feedctl's own service does.`,
      hint: expect.stringContaining('feedctl serve'),
    });
    expect(hosted.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      expect.stringMatching(/^GET \/v1\/feeds/),
    ]);
  });
});
