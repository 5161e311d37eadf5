import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Interrupted } from '../../../src/cli/kit/errors.js';
import { Sandbox } from '../../support/sandbox.js';

/** What `serve` says until it is ready; it is stopped then. */
async function serving(sandbox: Sandbox, ...flags: string[]) {
  const stop = new AbortController();
  const onStderr = (text: string) => {
    if (text.includes('Press Ctrl-C to stop.')) stop.abort(new Interrupted(130));
  };
  return sandbox.run(['serve', '--port', '0', ...flags], { signal: stop.signal, onStderr });
}

it('says where it serves, its data, its dashboard, and what other programs need', async () => {
  const sandbox = new Sandbox();
  const { code, stdout, stderr } = await serving(sandbox);
  expect(code).toBe(130);
  expect(stdout).toMatch(/^feedctl serves http:\/\/127\.0\.0\.1:\d+\n$/);
  const url = stdout.trim().slice('feedctl serves '.length);
  expect(stderr.trim().split('\n')).toEqual([
    `Data: ${sandbox.databaseFile}`,
    expect.stringMatching(/key:secret, printed by: feedctl auth token --profile embedded$/),
    `Dashboard: ${url}/dashboard, opened by: feedctl dashboard --open`,
    'Press Ctrl-C to stop.',
  ]);
});

it('says the public address, that of metrics, and the directory of its data', async () => {
  const sandbox = new Sandbox();
  const place = join(sandbox.home, 'other place');
  const flags = ['--data-dir', place, '--metrics-port', '0', '--public-url', 'https://f.example'];
  const { stderr } = await serving(sandbox, ...flags);
  expect(stderr).toMatch(/^Public address: https:\/\/f\.example\n/);
  expect(stderr).toMatch(/\nMetrics: http:\/\/127\.0\.0\.1:\d+\/metrics\n/);
  expect(stderr).toContain(`Data: ${join(place, 'feedctl.db')}\n`);
  expect(stderr).toContain(`'FEEDCTL_DATA_DIR=${place}' feedctl auth token`);
  expect(sandbox.hasDatabase()).toBe(false);
});

it('a worker has no dashboard', async () => {
  const { stderr } = await serving(new Sandbox(), '--role', 'worker');
  expect(stderr).toContain('Data: ');
  expect(stderr).not.toContain('Dashboard: ');
});

it.each([
  [['--port', '65536'], '--port takes a whole number from 0 to 65535'],
  [['--metrics-port', '65536'], '--metrics-port takes a whole number from 0 to 65535'],
  [['--tls-cert', 'a.pem'], '--tls-key'],
  [['--role', 'worker', '--no-refresh'], 'A worker must refresh feeds'],
  [['--profile', 'p'], 'Leave --profile out; --data-dir and --database choose the database.'],
])('with %j is wrong usage', async (flags, message) => {
  const { code, stderr } = await new Sandbox().run(['serve', ...flags]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
