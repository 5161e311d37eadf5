import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { BINARY, type Sandbox } from '../sandbox.js';
import { bundlesOf, items, sourcesOf, WORLDS, type World } from './worlds.js';

/** An account with two feeds, a custom title and author, and a bundle. */
async function furnished({ user, address, publish }: World): Promise<void> {
  for (const path of ['/a', '/b']) await publish(path, items(1));
  const create = ['feeds', 'create', '--url', address('/a'), '-o', 'id'];
  const id = (await user.output(...create)).trim();
  await user.output('feeds', 'update', id, '--title', '=1+1; "quoted" & <b>');
  await user.output('settings', 'set', id, '--custom-author', 'Jo Writer');
  const bundled = ['--bundle', 'Two words', '--rate', 'none'];
  await user.output('feeds', 'create', '--url', address('/b'), ...bundled);
}

/** The credentials of one user as profiles of another. */
async function logIn(user: Sandbox, profile: string, other: Sandbox): Promise<void> {
  const {
    FEEDCTL_BASE_URL: url = '',
    FEEDCTL_API_KEY: key,
    FEEDCTL_API_SECRET: secret,
  } = other.env;
  const { code, stderr } = await user.run(
    ['auth', 'login', '--base-url', url, '--with-token', '--profile', profile],
    { input: `${key}:${secret}\n` },
  );
  if (code !== 0) throw new Error(stderr);
}

describe.each(WORLDS)('job 11, the account at %s', (_name, start) => {
  it('moves to another account through a pipe, and no more the second time', async () => {
    const world = await start();
    await furnished(world);
    const { user, address } = world;
    const another = await world.another();
    await logIn(user, 'B', another);
    const feedctl = `'${process.execPath}' '${BINARY}'`;
    const pipe = `${feedctl} export | ${feedctl} --profile B import - --rate none --json`;
    const move = async () => {
      const { stdout } = await execa('sh', ['-c', pipe], { env: user.env, extendEnv: false });
      return JSON.parse(stdout);
    };
    expect(await move()).toMatchObject({ done: 3, failed: 0, left: 0 });
    expect(await move()).toMatchObject({ done: 0, failed: 0, left: 0 });
    expect(await sourcesOf(another)).toEqual([address('/a'), address('/b')]);
    expect(await bundlesOf(another)).toEqual({ 'Two words': [address('/b')] });
    const [before, after] = [await user.output('export'), await another.output('export')];
    expect(after.split('\n').sort()).toEqual(before.split('\n').sort());
    expect(after).toContain('Jo Writer');
  });

  it('is backed up in every format and needs nothing of it', async () => {
    const world = await start();
    await furnished(world);
    const { user } = world;
    for (const format of ['yaml', 'json', 'opml', 'csv']) {
      const file = join(user.home, `backup.${format}`);
      await user.output('export', '--to', file);
      expect(readFileSync(file, 'utf8')).toContain(world.address('/a'));
      const plan = await user.run(['plan', file, '--prune', '--detailed-exitcode', '--json']);
      expect([format, plan.code]).toEqual([format, 0]);
      expect(JSON.parse(plan.stdout)).toMatchObject({
        changes: [],
        unchanged: { feeds: 2, bundles: 1 },
      });
      expect(await user.output('import', file)).toBe('Nothing to do.\n');
    }
  });
});
