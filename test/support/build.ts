import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';

/**
 * Builds dist/ once before the suite, so that no test runs against an older build.
 * @returns what removes afterwards the files that all tests of the run share
 */
export default function setup(): () => void {
  if (!process.env.FEEDCTL_TEST_NO_BUILD) {
    execFileSync(process.execPath, ['scripts/build.js'], { stdio: 'inherit' });
    // Each project of vitest.config.ts comes here.
    process.env.FEEDCTL_TEST_NO_BUILD = '1';
  }
  const shared = `node_modules/.cache/feedctl-test/${process.pid}`;
  return () => rmSync(shared, { recursive: true, force: true });
}
