// Three workers and two API processes on one PostgreSQL, one of them killed every second: every due
// feed is refreshed, each once, and every event arrives. Then the database itself is killed:
//   node scripts/prove-processes.js [kills] [feeds] [deaths of the database]
import { runProof } from './run-proof.js';

const [kills = '60', feeds = '2000', deaths = '5'] = process.argv.slice(2);
const folder = 'test/service/store/postgres';
const tests = ['processes', 'database-away'].map((name) => `${folder}/${name}.test.ts`);
runProof(['--project', 'postgres', ...tests], {
  FEEDCTL_PROOF_KILLS: kills,
  FEEDCTL_PROOF_FEEDS: feeds,
  FEEDCTL_PROOF_DEATHS: deaths,
});
