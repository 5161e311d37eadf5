import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';

/**
 * Builds dist/ once before the suite, so that no test runs against an older build.
 * @returns what removes the programs of child-process.ts afterwards
 */
export default function setup(): () => void {
  if (!process.env.FEEDCTL_TEST_NO_BUILD) {
    execFileSync(process.execPath, ['scripts/build.js'], { stdio: 'inherit' });
    // Each project of vitest.config.ts comes here.
    process.env.FEEDCTL_TEST_NO_BUILD = '1';
  }
  const programs = `node_modules/.cache/feedctl-test/${process.pid}`;
  return () => rmSync(programs, { recursive: true, force: true });
}
