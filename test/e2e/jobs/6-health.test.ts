import { describe, expect, it } from 'vitest';
import { hoursAgo, runPrinted, WORLDS } from './worlds.js';

interface Finding {
  check: string;
  title: string;
  fixes: string[];
}

describe.each(WORLDS)('job 6, audit an account of %s', (_name, start) => {
  it('finds what is wrong, and its own commands fixes all of it', async () => {
    const { user, address, publish } = await start();
    const create = async (path: string, titles: string[]) => {
      await publish(
        path,
        titles.map((title) => ({ title, date: hoursAgo(1) })),
      );
      const url = address(path);
      return (await user.output('feeds', 'create', '--url', url, '-o', 'id')).trim();
    };
    const news = await create('/news', ['One']);
    const twin = await create('/news/', ['One']);
    const hollow = await create('/hollow', []);
    const members = ['--feed', news, '--feed', hollow];
    await user.output('bundles', 'create', '--name', 'Mornings', ...members);

    const found = await user.run(['health', '--max-age', '9999d', '--json']);
    expect(found.code).toBe(9);
    const findings: Finding[] = JSON.parse(found.stdout);
    expect(findings.map(({ check }) => check).sort()).toEqual(['duplicate', 'empty']);
    const duplicate = findings.find(({ check }) => check === 'duplicate');
    expect(duplicate?.fixes).toEqual([`feedctl feeds delete ${twin}`]);
    for (const command of findings.flatMap(({ fixes }) => fixes)) await runPrinted(command, user);

    expect(await user.run(['health', '--max-age', '9999d', '--json'])).toMatchObject({
      code: 0,
      stdout: '[]\n',
    });
    expect(await user.json('feeds', 'list')).toMatchObject([{ id: news }]);
  });
});
