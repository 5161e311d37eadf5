import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';

const { version, scripts, files, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

/** A registry that knows no package. */
async function emptyRegistry(): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The registry has no port.');
  return `http://127.0.0.1:${address.port}/`;
}

it('npm publish would send the built program and its documents, and nothing else', async () => {
  const registry = await emptyRegistry();
  // Without scripts: the suite has built dist/, and other tests are reading it.
  const options = ['--dry-run', '--json', '--ignore-scripts', '--registry', registry];
  const { stdout } = await execa('npm', ['publish', ...options]);
  const report = JSON.parse(stdout);
  const published = report.feedctl ?? report;
  expect(published).toMatchObject({ name: 'feedctl', version });
  const packed: string[] = published.files.map(({ path }: { path: string }) => path);
  for (const path of [
    'bin/feedctl.js',
    'bin/package.json',
    'dist/cli.cjs',
    'dist/help/feeds_create.txt',
    'dist/index.js',
    'dist/manifest-worker.cjs',
    'dist/reading-worker.cjs',
    'dist/types/client/index.d.ts',
    'dist/THIRD-PARTY-LICENSES.txt',
    'docs/cli/README.md',
    'docs/feedctl.1',
    'deploy/Dockerfile',
    'examples/github-pages/build-feeds/action.yml',
    'README.md',
    'CHANGELOG.md',
    'LICENSE',
    'package.json',
  ]) {
    expect(packed).toContain(path);
  }
  const folders = new Set(
    packed.filter((path) => path.includes('/')).map((path) => path.split('/')[0]),
  );
  expect([...folders].sort()).toEqual(['bin', 'deploy', 'dist', 'docs', 'examples']);
  expect(packed.filter((path) => /\.tmp\/|meta\.json|\.test\.|\.ts$/.test(path))).toEqual(
    packed.filter((path) => path.endsWith('.d.ts')),
  );
});

it('installs nothing beside it that the build already contains', () => {
  // libsql has a native part for each platform; esbuild bundles everything else.
  expect(Object.keys(dependencies)).toEqual(['libsql']);
});

it('who installs the package runs no script of it', () => {
  // npm 11 warns of `prepare`, too, when a tarball is installed.
  const atInstall = ['preinstall', 'install', 'postinstall', 'prepare'];
  expect(atInstall.filter((name) => name in scripts)).toEqual([]);
  // npm runs it in a clone alone.
  expect(scripts.dependencies).toBe('node scripts/after-install.js');
  expect(scripts.prepack).toBe('node scripts/build.js');
  expect(files).not.toContain('scripts');
});
