import { silentLogger } from '../../../../src/service/core/logger.js';
import { backfillChores } from '../../../../src/service/retention/backfill-chores.js';
import { doDueChores } from '../../../../src/service/retention/chores.js';
import { MIGRATIONS } from '../../../../src/service/store/migrations/index.js';
import { openStore } from '../../../../src/service/store/open-store.js';
import { countingMigration } from './counting-migration.js';

// Fills a few pieces as the chores of a service do, and stays in the middle of one until it is killed.
const [, , location = '', minutes = ''] = process.argv;
let pieces = 0;
const counting = countingMigration(async () => {
  pieces += 1;
  if (pieces < 4) return;
  process.stdout.write('in the middle\n');
  await new Promise(() => setInterval(() => {}, 1e6));
});
// Later than the lease of the process before, which was killed.
const clock = { now: () => Date.now() + Number(minutes) * 60_000 };
const store = await openStore(location, clock, { wanted: [...MIGRATIONS, counting] });
await doDueChores({ store, clock, logger: silentLogger }, backfillChores([counting]));
