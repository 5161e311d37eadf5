import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkNode } from '../../../../src/cli/commands/doctor/machine-checks.js';
import { type HostedDialect, startHostedDialect } from '../../../fakes/hosted-dialect.js';
import { run } from '../../../support/cli-host.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

interface Check {
  check: string;
  status: string;
  detail: string;
  fixes: readonly string[];
}

let hosted: HostedDialect;
let home: string;

beforeEach(async () => {
  hosted = await startHostedDialect();
  home = temporaryDirectory();
});
afterEach(() => hosted.close());

async function doctor(env: NodeJS.ProcessEnv = {}) {
  const { code, stdout, stderr } = await run(['doctor', '--json', '--timeout', '5s', '-q'], {
    env: { HOME: home, ...env },
  });
  expect(stderr).toBe('');
  const checks: Check[] = JSON.parse(stdout);
  return { code, checks, of: (name: string) => checks.find(({ check }) => check === name) };
}

function remote(): NodeJS.ProcessEnv {
  return {
    ...hosted.variables,
  };
}

describe('doctor', () => {
  it('finds a fresh machine in order, and makes nothing', async () => {
    const { code, checks, of } = await doctor();
    expect(code).toBe(0);
    expect(checks.map(({ check, status }) => `${check} ${status}`)).toEqual([
      'node ok',
      'configuration ok',
      'data directory ok',
      'credentials ok',
      'proxy ok',
      'reachability ok',
      'database ok',
      'feeds ok',
      'live instance warn',
      'queue ok',
    ]);
    expect(of('live instance')?.fixes).toEqual(['feedctl serve']);
    expect(() => statSync(join(home, '.local'))).toThrow('ENOENT');
  });

  it('says whose credentials are used, without giving them away', async () => {
    const { code, checks, of } = await doctor(remote());
    expect(code).toBe(0);
    expect(of('credentials')?.detail).toBe(`The environment: ${hosted.url}, key c_01…`);
    expect(of('reachability')?.detail).toMatch(/answers in \d+ ms; it is not a feedctl service\.$/);
    expect(of('clock')?.status).toBe('ok');
    expect(of('database')).toBeUndefined();
    expect(JSON.stringify(checks)).not.toContain(hosted.account.secret);
  });

  it.each([
    [
      { FEEDCTL_API_SECRET: '' },
      'credentials',
      'FEEDCTL_API_SECRET is set but empty.',
      /unset FEEDCTL_API_SECRET/,
    ],
    [{ FEEDCTL_API_SECRET: 's_wrong' }, 'reachability', 'Unauthorized', null],
    [{ FEEDCTL_BASE_URL: 'http://127.0.0.1:9' }, 'reachability', 'Nothing answers', /./],
    [
      { HTTPS_PROXY: 'nonsense' },
      'proxy',
      'HTTPS_PROXY is not an address: "nonsense"',
      /^unset HTTPS_PROXY$/,
    ],
  ])('%j', async (wrong, name, detail, fix) => {
    const { code, of } = await doctor({ ...remote(), ...wrong });
    expect(code).toBe(9);
    expect(of(name)).toMatchObject({ status: 'fail', detail: expect.stringContaining(detail) });
    if (fix !== null) expect(of(name)?.fixes[0]).toMatch(fix);
  });

  it('notices a clock that is wrong', async () => {
    const late = new Date(Date.now() + 3 * 3_600_000).toUTCString();
    hosted.fault({
      method: 'GET',
      times: 2,
      fault: { kind: 'json', status: 200, body: [], headers: { date: late } },
    });
    const { code, of } = await doctor(remote());
    expect(code).toBe(9);
    expect(of('clock')?.detail).toMatch(/^This machine is [23] h behind the service\.$/);
  });

  it('notices files that others can read, before anything tightens them', async () => {
    const config = join(home, '.config', 'feedctl');
    mkdirSync(config, { recursive: true });
    writeFileSync(join(config, 'config.json'), '{"current":"embedded","profiles":{}}');
    chmodSync(join(config, 'config.json'), 0o644);
    const { code, of } = await doctor();
    expect(code).toBe(0);
    expect(of('configuration')).toMatchObject({
      status: 'warn',
      fixes: [`chmod 700 ${config} && chmod 600 ${join(config, 'config.json')}`],
    });
  });

  it('explains a damaged configuration and goes on', async () => {
    const config = join(home, '.config', 'feedctl');
    mkdirSync(config, { recursive: true, mode: 0o700 });
    writeFileSync(join(config, 'config.json'), '{', { mode: 0o600 });
    const { code, checks, of } = await doctor();
    expect(code).toBe(9);
    expect(of('credentials')?.detail).toContain('The configuration file is damaged');
    expect(checks.at(-1)?.check).toBe('proxy');
  });

  it('notices a database that cannot be used', async () => {
    const data = join(home, '.local', 'share', 'feedctl');
    mkdirSync(data, { recursive: true, mode: 0o700 });
    writeFileSync(join(data, 'feedctl.db'), 'not a database at all, but long enough to be read');
    const { code, of } = await doctor();
    expect(code).toBe(9);
    const file = join(data, 'feedctl.db');
    expect(of('database')).toMatchObject({ status: 'fail', fixes: [`mv ${file} ${file}.damaged`] });
    expect(of('reachability')).toBeUndefined();
  });

  it('is readable on a terminal', async () => {
    const { stdout } = await run(['doctor', '--no-color', '-q'], {
      env: { HOME: home },
      terminals: ['stdout'],
    });
    expect(stdout).toMatch(/^ok {4}node: Node v\d+/);
    expect(stdout).toContain('\nwarn  live instance: No feedctl serve is running');
    expect(stdout).toMatch(/\n {6}feedctl serve\n/);
  });
});

it.each([
  ['v20.18.3', 'fail'],
  ['v20.19.0', 'ok'],
  ['v18.20.0', 'fail'],
  ['v22.0.0', 'ok'],
  ['v24.1.0', 'ok'],
])('Node %s: %s', (version, status) => {
  expect(checkNode(version).status).toBe(status);
});

describe('doctor --database', () => {
  it('finds a new database in order', async () => {
    const env = { HOME: home };
    await run(['bundles', 'create', '--name', 'Mornings'], { env });
    const checked = await run(['doctor', '--database'], { env, terminals: ['stderr'] });
    expect(checked).toMatchObject({ code: 0, stdout: '' });
    expect(checked.stderr).toMatch(/No problems: \d+ checks of \S+ passed\.\n$/);
    expect(checked.stderr).not.toContain('Replaced');
  });

  it('takes the database as a value, or none for that of this machine', async () => {
    const env = { HOME: home };
    for (const words of [
      ['--database'],
      ['--database', 'sqlite:nowhere.db'],
      ['--database', '-q'],
    ]) {
      const { code, stderr } = await run(['doctor', ...words], { env });
      expect({ words, code }).toEqual({ words, code: 3 });
      expect(stderr).toContain('There is no database at');
    }
    expect(await run(['doctor', '--repair'], { env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--repair requires --database DATABASE.'),
    });
  });
});
