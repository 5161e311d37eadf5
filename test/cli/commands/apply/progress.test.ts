import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startHostedDialect } from '../../../fakes/hosted-dialect.js';
import { run } from '../../../support/cli-host.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

it.each(['101', '-1', 'few'])('--prune-max takes a percentage, not %j', async (typed) => {
  const { code, stderr } = await run(['plan', 'x.yaml', '--prune', '--prune-max', typed]);
  expect(code).toBe(2);
  expect(stderr).toContain(`--prune-max takes a whole number from 0 to 100, not "${typed}".`);
});

it.each(['plan', 'import', 'apply'])('%s shows how many settings it has read', async (verb) => {
  const hosted = await startHostedDialect();
  onTestFinished(() => hosted.close());
  const home = temporaryDirectory();
  const file = join(home, 'feeds.yaml');
  const urls = ['https://a.example/', 'https://b.example/'];
  for (const source_url of urls) hosted.state().addFeed({ source_url, customAuthor: 'Desk' });
  const entries = urls.map((url) => `  - url: ${url}\n    customAuthor: Desk\n`);
  await writeFile(file, `feeds:\n${entries.join('')}`);
  hosted.fault({ path: /settings/, fault: { kind: 'slow', ms: 500 } });
  const { code, stderr } = await run([verb, file], {
    env: { HOME: home, ...hosted.variables },
    terminals: ['stdout', 'stderr'],
    columns: 120,
  });
  expect(code).toBe(0);
  expect(stderr).toMatch(/Reading settings {2}\[[#-]+\] {2}[01]\/2/);
});
