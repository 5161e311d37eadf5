import { execFileSync } from 'node:child_process';

/** Builds dist/ once before the suite, so that no test runs against an older build. */
export default function setup(): void {
  if (process.env.FEEDCTL_TEST_NO_BUILD) return;
  execFileSync(process.execPath, ['scripts/build.js'], { stdio: 'inherit' });
}
