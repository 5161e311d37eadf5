import { openService } from '../../../src/service/app/service.js';
import { createRefresher } from '../../../src/service/refresh/refresher.js';
import { selectFeeds } from '../../../src/service/refresh/select-feeds.js';

// A process that refreshes what is due until it is killed, or - told to - every feed once.
const [databasePath = '', refreshFloorMs = '', leaseMs = '', mode = ''] = process.argv.slice(2);
const service = await openService({
  databasePath,
  allowPrivateNetworks: true,
  refreshFloorMs: Number(refreshFloorMs),
});
const { deps, logger } = service.http;
const refresher = createRefresher(
  // What falls off the end of a long proof would look as if it were lost.
  { ...deps, logger, random: Math.random, leaseMs: Number(leaseMs), keepItems: 1_000_000 },
  { slots: 6 },
);
process.stdout.write('ready\n');

if (mode === 'finish') {
  const page = { since: deps.clock.now(), after: null, limit: 1_000_000 };
  const { ids } = await selectFeeds(deps.store.db, service.owner, 'all', page);
  for await (const outcome of refresher.refresh(service.owner, ids)) {
    if (outcome.outcome === 'failed') throw new Error(outcome.error?.message);
  }
  await service.close();
} else {
  refresher.startLoop();
}
