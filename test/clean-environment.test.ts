import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { cleanEnvironment } from '../scripts/clean-environment.js';
import { temporaryDirectory } from './support/temporary-directory.js';

it('leaves out what the machine sets for Node.js and for feedctl', () => {
  const machine = {
    PATH: '/bin',
    NODE_OPTIONS: '--jitless',
    NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt',
    UV_THREADPOOL_SIZE: '1',
    FEEDCTL_DATABASE_URL: 'postgres://db/production',
    FEEDCTL_TEST_DATABASE_URL: 'postgres://db/tests',
    FEEDCTL_PROOF_ROUNDS: '100',
  };
  expect(cleanEnvironment({ FEEDCTL_DATA_DIR: '/tmp/data' }, machine)).toEqual({
    PATH: '/bin',
    FEEDCTL_TEST_DATABASE_URL: 'postgres://db/tests',
    FEEDCTL_PROOF_ROUNDS: '100',
    FEEDCTL_DATA_DIR: '/tmp/data',
  });
});

/** Variables of a machine that loads a module into every Node.js process, and the module's log. */
function machineWithPreload() {
  const folder = temporaryDirectory();
  const log = join(folder, 'log');
  const module = join(folder, 'preload.cjs');
  writeFileSync(
    module,
    `require('node:fs').appendFileSync(${JSON.stringify(log)}, process.argv.slice(1).join(' ') + '\\n');`,
  );
  const certificates = join(folder, 'certificates.pem');
  return {
    env: {
      NODE_OPTIONS: `--require ${module}`,
      // Node.js warns about a file that is missing, in every process that reads the variable.
      NODE_EXTRA_CA_CERTS: certificates,
      FEEDCTL_DATA_DIR: folder,
      FEEDCTL_TEST_NO_BUILD: '1',
    },
    loadedBy: () => readFileSync(log, 'utf8').trimEnd().split('\n'),
    missing: certificates,
  };
}

it('runs tests, and the programs they start, without them', async () => {
  const { env, loadedBy } = machineWithPreload();
  const vitest = 'node_modules/vitest/vitest.mjs';
  // One that starts a program with the environment of its own process, and loads little.
  const file = 'test/service/store/sqlite-locks.test.ts';
  const args = [vitest, 'run', '--project', 'sqlite', file];
  const { exitCode } = await execa(process.execPath, args, { env, reject: false });
  expect(exitCode).toBe(0);
  // The runner, but no worker and no program that a test starts.
  expect(loadedBy()).toEqual([expect.stringContaining(file)]);
});

it('runs benchmarks without them', async () => {
  const { env, loadedBy, missing } = machineWithPreload();
  const { stderr, exitCode } = await execa(process.execPath, ['bench/run.js', 'nothing'], {
    env,
    reject: false,
  });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('No benchmark is called nothing.');
  // The process that restarts itself, and not the one that measures.
  expect(loadedBy()).toHaveLength(1);
  expect(stderr.split(missing).length - 1).toBeLessThanOrEqual(1);
});
