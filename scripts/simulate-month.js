// Follows 1,000 feeds (or as many as told) for a simulated month over real HTTP and checks every
// schedule, every state and every event:
//   node scripts/simulate-month.js [feeds]
import { spawnSync } from 'node:child_process';

const feeds = process.argv[2] ?? '1000';
const { status } = spawnSync('npx', ['vitest', 'run', 'test/service/refresh/month.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, FEEDCTL_PROOF_FEEDS: feeds, FEEDCTL_TEST_NO_BUILD: '1' },
});
process.exitCode = status ?? 1;
