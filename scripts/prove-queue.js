// 10,000 deliveries (or as many as told) wait for a receiver that hangs, while another one gets its
// events; when the first one answers again, it gets all of its own:
//   node scripts/prove-queue.js [deliveries]
import { runProof } from './run-proof.js';

const [deliveries = '10000'] = process.argv.slice(2);
runProof(['test/service/webhooks/long-queue.store.test.ts'], {
  FEEDCTL_PROOF_DELIVERIES: deliveries,
  FEEDCTL_TEST_NO_BUILD: '1',
});
