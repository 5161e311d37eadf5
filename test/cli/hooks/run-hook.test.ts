import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { runHook } from '../../../src/cli/hooks/run-hook.js';
import { openStreams } from '../../../src/cli/terminal/streams.js';

function facts(signal = new AbortController().signal) {
  const stderr = new PassThrough();
  const text: string[] = [];
  stderr.on('data', (chunk) => text.push(String(chunk)));
  const stdin = Object.assign(new PassThrough(), { isTTY: false });
  const env = {
    PATH: process.env.PATH,
    OWN: 'kept',
    FEEDCTL_API_KEY: 'c_key',
    FEEDCTL_API_SECRET: 's_secret',
    FEEDCTL_BASE_URL: 'https://feeds.example.com',
    FEEDCTL_DATABASE_URL: 'postgres://user:password@db.example.com/feeds',
    FEEDCTL_METRICS_TOKEN: 'password-of-metrics',
    FEEDCTL_FETCH_PROXY: 'http://user:password@proxy.example.com',
  };
  const streams = openStreams({ stdin, stdout: new PassThrough(), stderr }, { env, noColor: true });
  return { env, streams, signal, text: () => text.join('') };
}

describe('a hook', () => {
  it('gets a JSON line on its input, and what it prints goes to standard error', async () => {
    const run = facts();
    expect(await runHook('cat; echo more >&2', { title: 'A "b"' }, run)).toBeUndefined();
    expect(run.text()).toContain('{"title":"A \\"b\\""}\n');
    expect(run.text()).toContain('more\n');
  });

  it('gets the environment without credentials', async () => {
    const run = facts();
    expect(await runHook('env', {}, run)).toBeUndefined();
    expect(run.text()).toContain('OWN=kept');
    expect(run.text()).not.toMatch(/FEEDCTL_|c_key|s_secret|password/);
  });

  it.each([
    ['exit 3', 'it exited with 3'],
    ['kill -9 $$', 'it was killed by SIGKILL'],
    ['/no/such/program', 'it exited with 127'],
  ])('%s is told as "%s"', async (command, failure) => {
    expect(await runHook(command, {}, facts())).toBe(failure);
  });

  it('need not read its input, however long', async () => {
    expect(await runHook('true', { text: 'x'.repeat(1_000_000) }, facts())).toBeUndefined();
  });

  it('is ended with the command', async () => {
    const controller = new AbortController();
    const running = runHook('sleep 100', {}, facts(controller.signal));
    controller.abort();
    expect(await running).toMatch(/abort/);
  });
});
