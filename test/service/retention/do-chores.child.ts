import { silentLogger } from '../../../src/service/core/logger.js';
import { doDueChores } from '../../../src/service/retention/chores.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { markingChore } from '../../support/marking-chore.js';

// A process that stays in the middle of the third step of its chore until it is killed.
const [location = '', now = ''] = process.argv.slice(2);
const clock = { now: () => Number(now) };
const store = await openStore(location, clock);
const chore = markingChore('the dead', async (step) => {
  if (step < 3) return;
  process.stdout.write('in the middle\n');
  await new Promise((resolve) => process.stdin.once('data', resolve));
});
await doDueChores({ store, clock, logger: silentLogger }, [chore]);
