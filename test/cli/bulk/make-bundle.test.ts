import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startHostedDialect } from '../../fakes/hosted-dialect.js';
import { run } from '../../support/cli-host.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const ICON = 'https://a.example/icon.png';
const FILE = JSON.stringify({
  feeds: [{ url: 'https://a.example/' }],
  bundles: [
    { name: 'News', description: 'Of mornings', icon: ICON, feeds: ['https://a.example/'] },
    { name: 'Plain' },
  ],
});

/** Another service, which takes the name and the feeds of a new bundle only. */
async function elsewhere() {
  const hosted = await startHostedDialect({ unknownFields: 'reject' });
  onTestFinished(() => hosted.close());
  const home = temporaryDirectory();
  const file = join(home, 'feeds.json');
  await writeFile(file, FILE);
  const env = { HOME: home, ...hosted.variables };
  const bundles = () =>
    hosted.state().bundles.map(({ name, description, icon }) => ({ name, description, icon }));
  const sent = (method: string) =>
    hosted.requests
      .filter((each) => each.method === method && each.path.startsWith('/v1/bundles'))
      .map(({ body }) => body);
  return { hosted, file, env, bundles, sent };
}

it.each(['import', 'apply'])('%s gives a bundle its description and icon', async (verb) => {
  const { hosted, file, env, bundles, sent } = await elsewhere();
  const argv = [verb, file, '--rate', 'none', ...(verb === 'apply' ? ['--yes'] : [])];
  expect(await run(argv, { env })).toMatchObject({ code: 0 });
  expect(bundles()).toContainEqual({ name: 'News', description: 'Of mornings', icon: ICON });
  expect(sent('PATCH')).toEqual([{ description: 'Of mornings', icon: ICON }]);
  expect(hosted.state().bundles.find(({ name }) => name === 'News')?.members).toHaveLength(1);
  expect(await run(['plan', file, '--detailed-exitcode'], { env })).toMatchObject({ code: 0 });
});

it('bundles create does, too, also when the answer is lost', async () => {
  const { hosted, env, bundles, sent } = await elsewhere();
  hosted.fault({ method: 'POST', path: /bundles$/, fault: { kind: 'lost-answer' } });
  const argv = ['bundles', 'create', '--name', 'News', '--description', 'Mine', '--json'];
  const { code, stdout } = await run(argv, { env });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ name: 'News', description: 'Mine' });
  expect(bundles()).toMatchObject([{ name: 'News', description: 'Mine' }]);
  expect(sent('POST')).toHaveLength(1);
});

it.each([
  ['--include', 'budget'],
  ['--exclude', 'sport'],
])('bundles create names %s, which such a service does not have', async (flag, rule) => {
  const { hosted, env } = await elsewhere();
  const { code, stderr } = await run(['bundles', 'create', '--name', 'A', flag, rule], { env });
  expect({ code, posts: hosted.state().bundles }).toEqual({ code: 2, posts: [] });
  expect(stderr).toContain(`${flag} requires a feedctl service`);
});
