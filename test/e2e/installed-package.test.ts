import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import { startPackageRegistry } from '../fakes/package-registry.js';
import { numberedItems } from '../support/rss.js';
import { startSourceServer } from '../support/source-server.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/** Of the package with its dependencies. */
const MAX_INSTALLED_BYTES = 30_000_000;

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

it('npm install -g of the packed tarball works at once', { tags: 'slow' }, async () => {
  const home = temporaryDirectory();
  const tarballs = join(home, 'tarballs');
  mkdirSync(tarballs);
  const registry = await startPackageRegistry(tarballs);
  onTestFinished(() => registry.close());
  const prefix = join(home, 'prefix');
  const env = {
    PATH: `${join(prefix, 'bin')}:${process.env.PATH}`,
    HOME: home,
    FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1',
  };
  const run = (program: string, ...args: string[]) =>
    execa(program, args, { env, extendEnv: false, cwd: home });

  const options = ['--registry', registry.origin, '--cache', join(home, 'cache')];
  const silent = ['--no-audit', '--no-fund', '--no-update-notifier', '--foreground-scripts'];
  const installed = await run(
    'npm',
    ...['install', '--global', '--prefix', prefix, ...options, ...silent, registry.tarball],
  );
  // npm prints `> name@version script` for each script that it runs.
  expect(`${installed.stdout}\n${installed.stderr}`).not.toMatch(/^> /m);

  const folder = join(prefix, 'lib/node_modules/feedctl');
  expect(bytesIn(folder)).toBeLessThan(MAX_INSTALLED_BYTES);
  const page = join(prefix, 'share/man/man1/feedctl.1');
  expect(realpathSync(page)).toBe(realpathSync(join(folder, 'docs/feedctl.1')));
  expect(filesIn(join(folder, 'examples'))).toEqual(filesIn('examples'));
  for (const absent of ['src', 'scripts', 'test']) {
    expect(existsSync(join(folder, absent))).toBe(false);
  }

  expect((await run('feedctl', '--version')).stdout).toContain(version);
  const list = async () => (await run('feedctl', 'feeds', 'list', '--json')).stdout;
  expect(await list()).toBe('[]');
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const url = sources.publish('/news.xml', { title: 'News', items: numberedItems(2) });
  await run('feedctl', 'feeds', 'create', '--url', url);
  expect(JSON.parse(await list())).toMatchObject([{ title: 'News', source_url: url }]);
  expect(existsSync(join(home, '.local/share/feedctl/feedctl.db'))).toBe(true);
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}

function bytesIn(folder: string): number {
  return filesIn(folder)
    .map((name) => lstatSync(join(folder, name)))
    .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);
}
