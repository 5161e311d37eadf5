import { describe, expect, it } from 'vitest';
import { fileOf } from '../../support/sandbox.js';
import { items, sourcesOf, WORLDS } from './worlds.js';

describe.each(WORLDS)('job 5, feeds that must have something in them at %s', (_name, start) => {
  it('are deleted again when they came back empty; one that was there before is not', async () => {
    const { user, address, publish } = await start();
    await publish('/full', items(2));
    await publish('/empty', []);
    await publish('/old', []);
    await user.output('feeds', 'create', '--url', address('/old'));
    const paths = ['/full', '/empty', '/old'];
    const list = fileOf(user, 'list.txt', paths.map(address).join('\n'));
    for (const created of [true, false]) {
      const { code, stdout } = await user.run([
        'feeds',
        'create',
        '--from-file',
        list,
        '--ensure',
        '--verify',
        '--rate',
        'none',
        '--json',
      ]);
      expect(code).toBe(8);
      expect(JSON.parse(stdout)).toMatchObject([
        { input: address('/full'), ok: true, created },
        { input: address('/empty'), ok: false, error: { code: 'EMPTY_FEED' } },
        { input: address('/old'), ok: true, created: false },
      ]);
      expect(await sourcesOf(user)).toEqual([address('/full'), address('/old')]);
    }
  });
});
