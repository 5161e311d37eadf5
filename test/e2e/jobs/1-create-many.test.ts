import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { fileOf } from '../../support/sandbox.js';
import { bundlesOf, items, sourcesOf, WORLDS } from './worlds.js';

interface Result {
  input: string;
  ok: boolean;
  created: boolean;
  feed?: { id: string };
}

describe.each(WORLDS)('job 1, many feeds from a list at %s', (_name, start) => {
  it('makes what is missing, puts all in a bundle, and does no more the second time', async () => {
    const { user, address, publish } = await start();
    for (const path of ['/a', '/b', '/c']) await publish(path, items(1));
    const [a, b, c] = [address('/a'), address('/b'), address('/c')];
    await user.output('feeds', 'create', '--url', b);
    const list = fileOf(user, 'list.txt', `\ufeff# my sources\r\n${a}\r\n${b}/\r\n\r\n${c}\r\n`);
    const command = [
      'feeds',
      'create',
      '--from-file',
      list,
      '--ensure',
      '--bundle',
      'News',
      '--rate',
      'none',
      '--json',
    ];

    const first: Result[] = JSON.parse(await user.output(...command));
    expect(first).toMatchObject([
      { input: a, ok: true, created: true, feed: { source_url: a } },
      { input: `${b}/`, ok: true, created: false, feed: { source_url: b } },
      { input: c, ok: true, created: true, feed: { source_url: c } },
    ]);
    const second: Result[] = JSON.parse(await user.output(...command));
    expect(second.map(({ created }) => created)).toEqual([false, false, false]);
    expect(second.map(({ feed }) => feed?.id)).toEqual(first.map(({ feed }) => feed?.id));
    expect(await sourcesOf(user)).toEqual([a, b, c]);
    expect(await bundlesOf(user)).toEqual({ News: [a, b, c] });
  });

  it('stops at Ctrl-C with the command that goes on', async () => {
    const { user, address, publish } = await start();
    const paths = Array.from({ length: 8 }, (_, index) => `/${index}`);
    for (const path of paths) await publish(path, items(1));
    const list = fileOf(user, 'list.txt', paths.map(address).join('\n'));
    const running = user.start([
      'feeds',
      'create',
      '--from-file',
      list,
      '-o',
      'jsonl',
      '--rate',
      '4/s',
    ]);
    // `break` would close the pipe, and lines that are printed after it would be lost.
    await once(running.stdout, 'data');
    running.kill('SIGINT');
    const { exitCode, stdout, stderr } = await running;
    expect(exitCode).toBe(130);
    const printed = stdout.trim().split('\n');
    expect(printed.length).toBeLessThan(8);
    for (const line of printed) expect(JSON.parse(line)).toMatchObject({ ok: true });
    expect(stderr).toContain(`Stopped after ${printed.length} of 8 sources.`);
    const again = /: (feedctl .*--ensure.*)\n/.exec(stderr)?.[1] ?? '';

    await user.output(...again.split(' ').slice(1));
    expect(await sourcesOf(user)).toEqual(paths.map(address));
  });
});
