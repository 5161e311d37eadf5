import { describe, expect, it } from 'vitest';
import { fileOf } from '../../support/sandbox.js';
import { bundlesOf, items, WORLDS } from './worlds.js';

describe.each(WORLDS)('job 7, the members of a bundle at %s', (_name, start) => {
  it('are merged from another bundle, then made as a file says, and shown afterwards', async () => {
    const { user, address, publish } = await start();
    const [a, b, c] = [address('/a'), address('/b'), address('/c')];
    const ids: string[] = [];
    for (const path of ['/a', '/b', '/c']) {
      await publish(path, items(1));
      const id = await user.output('feeds', 'create', '--url', address(path), '-o', 'id');
      ids.push(id.trim());
    }
    const [idA = '', idB = '', idC = ''] = ids;
    await user.output('bundles', 'create', '--name', 'Target', '--feed', idA);

    for (let round = 0; round < 2; round += 1) {
      const merged = await user.run(['bundles', 'add', 'Target', '-', '--json'], {
        input: `${idB}\n${idA}\n`,
      });
      expect(merged.code).toBe(0);
      expect(await bundlesOf(user)).toEqual({ Target: [a, b] });
    }

    const file = fileOf(
      user,
      'members.yaml',
      `feeds: [{ url: ${a} }, { url: ${b} }, { url: ${c} }]
bundles: [{ name: Target, feeds: [${c}, ${a}] }]
`,
    );
    const synced = JSON.parse(
      await user.output('apply', file, '--prune', '--yes', '--json', '--rate', 'none'),
    );
    expect(synced).toMatchObject({
      done: 1,
      changes: [{ action: 'update', kind: 'bundle', add: [{ url: c }], remove: [{ url: b }] }],
    });
    expect(await bundlesOf(user)).toEqual({ Target: [a, c] });
    expect((await user.run(['plan', file, '--prune', '--detailed-exitcode'])).code).toBe(0);
    const gone = await user.run(['bundles', 'remove', 'Target', idC, '--json', '--yes']);
    expect(gone.code).toBe(0);
    expect(await bundlesOf(user)).toEqual({ Target: [a] });
  });
});
