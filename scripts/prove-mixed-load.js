// Two `feedctl serve` and the command line on one SQLite file for 60 s (or as long as told): nobody
// is told that the database is locked:
//   node scripts/prove-mixed-load.js [seconds]
import { spawnSync } from 'node:child_process';

const seconds = process.argv[2] ?? '60';
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'sqlite', 'test/e2e/mixed-load.test.ts'],
  { stdio: 'inherit', env: { ...process.env, FEEDCTL_PROOF_SECONDS: seconds } },
);
process.exitCode = status ?? 1;
