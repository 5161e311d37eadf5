// Follows 1,000 feeds (or as many as told) for a simulated month over real HTTP and checks every
// schedule, every state and every event:
//   node scripts/simulate-month.js [feeds]
import { runProof } from './run-proof.js';

const [feeds = '1000'] = process.argv.slice(2);
runProof(['test/service/refresh/month.test.ts'], {
  FEEDCTL_PROOF_FEEDS: feeds,
  FEEDCTL_TEST_NO_BUILD: '1',
});
