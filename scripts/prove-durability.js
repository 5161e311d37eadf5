// Kills a writing process 50 times (or as often as told) and checks that all it acknowledged is in
// the SQLite file, and the file sound:
//   node scripts/prove-durability.js [rounds]
import { spawnSync } from 'node:child_process';

const rounds = process.argv[2] ?? '50';
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'sqlite', 'test/service/store/durability.test.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, FEEDCTL_PROOF_ROUNDS: rounds, FEEDCTL_TEST_NO_BUILD: '1' },
  },
);
process.exitCode = status ?? 1;
