// Kills a delivering process 100 times (or as often as told) and checks that every event arrived:
//   node scripts/prove-deliveries.js [rounds]
import { runProof } from './run-proof.js';

const [rounds = '100'] = process.argv.slice(2);
runProof(['test/service/webhooks/kill-rounds.test.ts'], {
  FEEDCTL_PROOF_ROUNDS: rounds,
  FEEDCTL_TEST_NO_BUILD: '1',
});
