import { spawnSync } from 'node:child_process';
import { cleanEnvironment } from './clean-environment.js';

/**
 * Runs tests in their long form, and ends with their exit code.
 * @param {string[]} tests what is given to vitest: files, and options if need be.
 * @param {Record<string, string>} sizes how long: FEEDCTL_PROOF_… as the tests read them.
 */
export function runProof(tests, sizes) {
  const { status } = spawnSync('npx', ['vitest', 'run', ...tests], {
    stdio: 'inherit',
    env: cleanEnvironment(sizes),
  });
  process.exitCode = status ?? 1;
}
