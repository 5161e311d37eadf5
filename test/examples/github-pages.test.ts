import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { packedPackage } from '../support/packed-package.js';
import { numberedItems } from '../support/rss.js';
import { startSourceServer } from '../support/source-server.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const ACTION = 'examples/github-pages/build-feeds/action.yml';

interface Step {
  id: string;
  run: string;
  env: Record<string, string>;
}

interface Action {
  inputs: Record<string, { default: string }>;
  runs: { steps: Step[] };
}

/** The packed package, unpacked as npm does, with the dependencies of this tree. */
async function installPacked(home: string): Promise<string> {
  const { tarball } = await packedPackage();
  await execa('tar', ['-xzf', tarball, '-C', home]);
  const bin = join(home, 'bin');
  mkdirSync(bin);
  symlinkSync(resolve('node_modules'), join(home, 'package', 'node_modules'));
  symlinkSync(join(home, 'package', 'bin', 'feedctl.js'), join(bin, 'feedctl'));
  return bin;
}

/** Runs the steps of the action but the installation, as a runner does. */
async function runAction(
  { runs, inputs }: Action,
  { bin, home, cwd, given }: { bin: string; home: string; cwd: string; given: object },
): Promise<Record<string, string>> {
  const values: Record<string, string> = {
    ...Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.default])),
    ...given,
  };
  const output = join(home, 'output');
  writeFileSync(output, '');
  for (const step of runs.steps.filter(({ id }) => id !== 'install')) {
    const env = Object.fromEntries(
      Object.entries(step.env).map(([name, value]) => [
        name,
        value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, input) => values[input] ?? ''),
      ]),
    );
    // As GitHub runs `shell: bash`.
    await execa('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
      cwd,
      extendEnv: false,
      env: {
        ...env,
        PATH: `${bin}:${process.env.PATH}`,
        HOME: home,
        RUNNER_TEMP: home,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: join(home, 'summary.md'),
        FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1',
      },
    });
  }
  const lines = readFileSync(output, 'utf8').trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split('=') as [string, string]));
}

it('the steps of the action build a site from the packed package', async () => {
  const web = await startSourceServer();
  onTestFinished(() => web.close());
  const home = temporaryDirectory();
  const cwd = join(home, 'checkout');
  mkdirSync(cwd);
  const action: Action = parse(readFileSync(ACTION, 'utf8'));
  const bin = await installPacked(home);
  const url = web.publish('/news.xml', { title: 'News', items: numberedItems(2) });
  writeFileSync(join(cwd, 'feeds.yaml'), `feeds:\n  - url: ${url}\n    slug: news\n`);
  const given = { 'site-url': 'https://example.github.io/feeds/' };
  const build = () => runAction(action, { bin, home, cwd, given });

  expect(await build()).toMatchObject({ changed: 'true', failed: 'false' });
  expect(readFileSync(join(cwd, 'public', 'news.xml'), 'utf8')).toContain(
    'https://example.github.io/feeds/news.xml',
  );
  expect(await build()).toMatchObject({ changed: 'false', failed: 'false' });
  web.on('/news.xml', (_, response) => response.writeHead(404).end());
  const failed = await build();
  expect(failed).toMatchObject({ changed: 'true', failed: 'true' });
  expect(readFileSync(failed.report ?? '', 'utf8')).toContain('1 of 1 feeds need attention');
});

it('the workflow uses the action where the page says to copy it, and its outputs', () => {
  const workflow = readFileSync('examples/github-pages/feeds.yml', 'utf8');
  const { jobs } = parse(workflow);
  const { outputs, inputs } = parse(readFileSync(ACTION, 'utf8'));
  const steps: { id?: string; uses?: string; with?: object }[] = jobs.build.steps;
  const step = steps.find(({ id }) => id === 'feeds');
  expect(step?.uses).toBe('./.github/actions/build-feeds');
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step?.with ?? {})));
  const used = [...workflow.matchAll(/steps\.feeds\.outputs\.(\w+)/g)].map(([, name]) => name);
  expect(Object.keys(outputs)).toEqual(expect.arrayContaining(used));
});

it('the file of feeds is one that feedctl reads', async () => {
  const { readManifest } = await import('../../src/cli/manifest/read/read-manifest.js');
  const file = 'examples/github-pages/feeds.yaml';
  const manifest = await readManifest(readFileSync(file), file);
  expect(manifest).toMatchObject({ skipped: [], bundles: [{ name: 'Everything' }] });
});
