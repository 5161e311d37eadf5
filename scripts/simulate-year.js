// Follows 1,000 feeds (or as many as told) of which 500 items are kept for a simulated year through
// the real refresh, delivery and retention, and prints what the database file is like by month:
//   node scripts/simulate-year.js [feeds]
import { runProof } from './run-proof.js';

const [feeds = '1000'] = process.argv.slice(2);
runProof(['--disableConsoleIntercept=true', 'test/service/retention/year.test.ts'], {
  FEEDCTL_PROOF_FEEDS: feeds,
  FEEDCTL_TEST_NO_BUILD: '1',
});
