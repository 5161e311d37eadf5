// Two `feedctl serve` and the command line on one SQLite file for 60 s (or as long as told): nobody
// is told that the database is locked:
//   node scripts/prove-mixed-load.js [seconds]
import { runProof } from './run-proof.js';

const [seconds = '60'] = process.argv.slice(2);
runProof(['--project', 'sqlite', 'test/e2e/mixed-load.test.ts'], {
  FEEDCTL_PROOF_SECONDS: seconds,
});
