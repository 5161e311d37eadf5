// Kills a bulk create and an apply 30 times each (or as often as told), inside the process and over
// HTTP, and checks that running them again gives exactly what was asked for:
//   node scripts/prove-bulk.js [rounds]
import { spawnSync } from 'node:child_process';

const rounds = process.argv[2] ?? '30';
const { status } = spawnSync('npx', ['vitest', 'run', 'test/e2e/kill-rounds.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, FEEDCTL_PROOF_ROUNDS: rounds },
});
process.exitCode = status ?? 1;
