import { describe, expect, it } from 'vitest';
import { fileOf } from '../../support/sandbox.js';
import { items, sourcesOf, WORLDS } from './worlds.js';

describe.each(WORLDS)('job 4, a plan with a quota at %s', (_name, start) => {
  it('makes nothing beyond it, and keeps a ledger of what fails', async () => {
    const { user, address, publish, breakDown } = await start();
    await publish('/a', items(1));
    breakDown('/broken');
    const sources = [address('/a'), address('/broken'), 'no address at all'];
    const list = fileOf(user, 'list.txt', sources.join('\n'));
    const create = (...flags: string[]) =>
      user.run(['feeds', 'create', '--from-file', list, '--ensure', '-o', 'jsonl', ...flags]);

    const over = await create('--quota', '1');
    expect(over).toMatchObject({ code: 5, stdout: '' });
    expect(JSON.parse(over.stderr).error).toMatchObject({ code: 'OVER_QUOTA' });
    expect(await sourcesOf(user)).toEqual([]);

    for (const created of [true, false]) {
      const { code, stdout, stderr } = await create('--quota', '2');
      expect(code).toBe(8);
      const rows = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(rows).toMatchObject([
        { input: sources[0], ok: true, created },
        { input: sources[1], ok: false, error: { statusCode: 400, message: expect.any(String) } },
        { input: sources[2], ok: false, error: { code: 'USAGE' } },
      ]);
      // The ledger: what failed and why, once more at the end.
      const { error } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
      expect(error).toMatchObject({ message: '2 of 3 sources failed.', code: 'SOME_FAILED' });
      expect(error.detail.split('\n')).toEqual([
        expect.stringContaining(`${sources[1]}: ${rows[1].error.message}`),
        expect.stringContaining(`${sources[2]}: `),
      ]);
    }
    expect(await sourcesOf(user)).toEqual([address('/a')]);
    await user.output('feeds', 'create', '--url', address('/a'), '--ensure', '--quota', '1');
  });
});
