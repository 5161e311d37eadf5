import { describe, expect, it } from 'vitest';
import { fileOf } from '../../support/sandbox.js';
import { bundlesOf, items, sourcesOf, WORLDS } from './worlds.js';

describe.each(WORLDS)('job 3, a desired state at %s', (_name, start) => {
  it('is planned, applied once, and pruned only when that is asked for', async () => {
    const { user, address, publish } = await start();
    for (const path of ['/a', '/b', '/old']) await publish(path, items(1));
    await user.output('feeds', 'create', '--url', address('/old'));
    const file = fileOf(
      user,
      'feeds.yaml',
      `feeds:
  - url: ${address('/a')}
    title: First
    customAuthor: Jo Writer
  - url: ${address('/b')}
bundles:
  - name: Mornings
    feeds: [${address('/a')}, ${address('/b')}]
`,
    );
    const plan = () => user.run(['plan', file, '--detailed-exitcode', '--json']);

    const before = await plan();
    expect(before.code).toBe(10);
    expect(JSON.parse(before.stdout)).toMatchObject({ create: 3, update: 0, delete: 0 });
    expect(await sourcesOf(user)).toEqual([address('/old')]);

    await user.output('apply', file, '--yes', '--rate', 'none');
    const after = await plan();
    expect(after.code).toBe(0);
    expect(JSON.parse(after.stdout)).toMatchObject({ changes: [], kept: { feeds: 1 } });
    expect(await user.output('apply', file, '--yes', '--rate', 'none')).toMatch(
      /Nothing to do\.\n$/,
    );

    const refused = await user.run(['apply', file, '--yes', '--rate', 'none', '--prune']);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('--prune would delete 1 of 3 feeds, 34 %');
    await user.output('apply', file, '--yes', '--rate', 'none', '--prune', '--prune-max', '34');
    expect(await sourcesOf(user)).toEqual([address('/a'), address('/b')]);
    expect(await bundlesOf(user)).toEqual({ Mornings: [address('/a'), address('/b')] });
    expect(await user.json('settings', 'get', address('/a'))).toEqual({
      customAuthor: 'Jo Writer',
    });
  });
});
