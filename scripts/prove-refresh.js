// Kills a refreshing process 100 times (or as often as told) and checks that nothing was lost:
//   node scripts/prove-refresh.js [rounds]
import { runProof } from './run-proof.js';

const [rounds = '100'] = process.argv.slice(2);
runProof(['test/service/refresh/kill-rounds.test.ts'], {
  FEEDCTL_PROOF_ROUNDS: rounds,
  FEEDCTL_TEST_NO_BUILD: '1',
});
