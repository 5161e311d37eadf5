import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Sandbox } from '../sandbox.js';
import { hoursAgo, type Published, WORLDS } from './worlds.js';

function items(...titles: string[]): Published[] {
  return titles.map((title, index) => ({ title, date: hoursAgo(index + 1) }));
}

/** A watch that goes on, and its lines as they come. */
function watching(user: Sandbox, ...args: string[]) {
  const process = user.start(['watch', ...args, '--interval', '1s']);
  onTestFinished(() => void process.kill('SIGKILL'));
  const lines = createInterface({ input: Readable.from(process.stdout.iterator()) })[
    Symbol.asyncIterator
  ]();
  return {
    process,
    async title(): Promise<string> {
      const { value } = await lines.next();
      return JSON.parse(value).title;
    },
  };
}

describe.each(WORLDS)('job 9, new items of %s', (_name, start) => {
  it('feeds a script from cron, each item once, credentials kept from it', async () => {
    const { user, address, publish } = await start();
    const log = join(user.home, 'log');
    await publish('/news', items('First'));
    await user.output('feeds', 'create', '--url', address('/news'));
    const cron = () =>
      user.run([
        'watch',
        address('/news'),
        '--once',
        '-q',
        '-o',
        'id',
        '--exec',
        `cat >> ${log}; env >> ${log}.env`,
      ]);
    expect(await cron()).toEqual({ code: 0, stdout: '', stderr: '' });
    await publish('/news', items('Third', 'Second', 'First'));
    expect((await cron()).stdout).toMatch(/Second\n.*Third\n$/);
    expect(await cron()).toMatchObject({ code: 0, stdout: '' });
    const titles = readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).title);
    expect(titles).toEqual(['Second', 'Third']);
    const { FEEDCTL_API_SECRET: secret = '?' } = user.env;
    expect(readFileSync(`${log}.env`, 'utf8')).toContain('HOME=');
    expect(readFileSync(`${log}.env`, 'utf8')).not.toContain(secret);
  });

  it('prints them as they come; a restart repeats nothing and misses nothing', async () => {
    const { user, address, publish } = await start();
    await publish('/news', items('First'));
    const id = (await user.output('feeds', 'create', '--url', address('/news'), '-o', 'id')).trim();
    await user.output('bundles', 'create', '--name', 'All', '--feed', id);

    const first = watching(user, 'All', '--all', '--json');
    expect(await first.title()).toBe('First');
    await publish('/news', items('Second', 'First'));
    expect(await first.title()).toBe('Second');
    first.process.kill('SIGINT');
    expect((await first.process).exitCode).toBe(130);

    await publish('/news', items('Third', 'Second', 'First'));
    const second = watching(user, 'All', '--all', '--json');
    expect(await second.title()).toBe('Third');
    second.process.kill('SIGTERM');
    expect((await second.process).exitCode).toBe(143);
  });
});
