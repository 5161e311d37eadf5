import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import { numberedItems } from '../support/rss.js';
import { startSourceServer } from '../support/source-server.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const SCRIPT = 'examples/cron-rsync/build-site.sh';

/** Copies as the options of the script say; rsync is not on every machine that runs the tests. */
const RSYNC = `#!/bin/sh
for last; do from=$target; target=$last; done
mkdir -p "$target" && cp -R "$from". "$target" && rm -rf "$target"/.feedctl*
`;

it('the script of the crontab builds the site, copies it, and reports sources that fail', async () => {
  const web = await startSourceServer();
  onTestFinished(() => web.close());
  const home = temporaryDirectory();
  const bin = join(home, 'bin');
  mkdirSync(bin);
  symlinkSync(resolve('bin/feedctl.js'), join(bin, 'feedctl'));
  writeFileSync(join(bin, 'rsync'), RSYNC);
  chmodSync(join(bin, 'rsync'), 0o755);
  const url = web.publish('/news.xml', { title: 'News', items: numberedItems(2) });
  const feeds = join(home, 'feeds.yaml');
  writeFileSync(feeds, `feeds:\n  - url: ${url}\n    slug: news\n`);
  const [out, target] = [join(home, 'public'), join(home, 'www/')];
  const run = () =>
    execa('sh', [SCRIPT, feeds, out, 'https://example.org/', target], {
      extendEnv: false,
      reject: false,
      env: { PATH: `${bin}:${process.env.PATH}`, HOME: home, FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1' },
    });
  expect(await run()).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  expect(readFileSync(join(target, 'news.xml'), 'utf8')).toContain('https://example.org/news.xml');
  expect(existsSync(join(target, '.feedctl-site.json'))).toBe(false);
  web.on('/news.xml', (_, response) => response.writeHead(404).end());
  const failed = await run();
  expect(failed).toMatchObject({ exitCode: 0, stderr: '' });
  expect(failed.stdout).toContain('1 of 1 feeds need attention');
  writeFileSync(feeds, 'feeds: 5\n');
  const broken = await run();
  expect(broken.exitCode).toBe(2);
  expect(broken.stderr).toContain('"feeds" must be a list');
});
