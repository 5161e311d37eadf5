// Kills a bulk create and an apply 30 times each (or as often as told), inside the process and over
// HTTP, and checks that running them again gives exactly what was asked for:
//   node scripts/prove-bulk.js [rounds]
import { runProof } from './run-proof.js';

const [rounds = '30'] = process.argv.slice(2);
runProof(['test/e2e/kill-rounds.test.ts'], {
  FEEDCTL_PROOF_ROUNDS: rounds,
});
