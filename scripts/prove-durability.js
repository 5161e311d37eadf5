// Kills a writing process 50 times (or as often as told) and checks that all it acknowledged is in
// the SQLite file, and the file sound:
//   node scripts/prove-durability.js [rounds]
import { runProof } from './run-proof.js';

const [rounds = '50'] = process.argv.slice(2);
runProof(['--project', 'sqlite', 'test/service/store/durability.test.ts'], {
  FEEDCTL_PROOF_ROUNDS: rounds,
  FEEDCTL_TEST_NO_BUILD: '1',
});
