// Kills a process inside every migration, from every older schema and on both stores, 3 times (or as
// often as told), and checks that the next start completes it and that nothing was lost:
//   node scripts/prove-migrations.js [rounds]
import { runProof } from './run-proof.js';

const [rounds = '3'] = process.argv.slice(2);
runProof(['test/service/store/migrate-killed.store.test.ts'], {
  FEEDCTL_PROOF_ROUNDS: rounds,
  FEEDCTL_TEST_NO_BUILD: '1',
});
