// Follows 1,000 feeds (or as many as told) of which 500 items are kept for a simulated year through
// the real refresh, delivery and retention, and prints what the database file is like by month:
//   node scripts/simulate-year.js [feeds]
import { spawnSync } from 'node:child_process';

const feeds = process.argv[2] ?? '1000';
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--disableConsoleIntercept=true', 'test/service/retention/year.test.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, FEEDCTL_PROOF_FEEDS: feeds, FEEDCTL_TEST_NO_BUILD: '1' },
  },
);
process.exitCode = status ?? 1;
