import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { isBuilt } from '../../scripts/is-built.js';

/**
 * Builds dist/ before the suite unless it is up to date, so that no test runs against an older build.
 * @returns what removes afterwards the files that all tests of the run share
 */
export default function setup(): () => void {
  if (!process.env.FEEDCTL_TEST_NO_BUILD) {
    if (!isBuilt()) execFileSync(process.execPath, ['scripts/build.js'], { stdio: 'inherit' });
    // Each project of vitest.config.ts comes here.
    process.env.FEEDCTL_TEST_NO_BUILD = '1';
  }
  const shared = `node_modules/.cache/feedctl-test/${process.pid}`;
  return () => rmSync(shared, { recursive: true, force: true });
}
