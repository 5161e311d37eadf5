// Kills a refreshing process 100 times (or as often as told) and checks that nothing was lost:
//   node scripts/prove-refresh.js [rounds]
import { spawnSync } from 'node:child_process';

const rounds = process.argv[2] ?? '100';
const { status } = spawnSync('npx', ['vitest', 'run', 'test/service/refresh/kill-rounds.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, FEEDCTL_PROOF_ROUNDS: rounds, FEEDCTL_TEST_NO_BUILD: '1' },
});
process.exitCode = status ?? 1;
