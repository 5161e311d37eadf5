// Kills a delivering process 100 times (or as often as told) and checks that every event arrived:
//   node scripts/prove-deliveries.js [rounds]
import { spawnSync } from 'node:child_process';

const rounds = process.argv[2] ?? '100';
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', 'test/service/webhooks/kill-rounds.test.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, FEEDCTL_PROOF_ROUNDS: rounds, FEEDCTL_TEST_NO_BUILD: '1' },
  },
);
process.exitCode = status ?? 1;
