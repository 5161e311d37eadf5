import { OWNER } from '../../../src/service/accounts/account.js';
import { openService } from '../../../src/service/app/service.js';
import { createRefresher } from '../../../src/service/refresh/refresher.js';

// A process that refreshes what is due until it is killed, or - told to - every feed by its id.
const [databasePath = '', refreshFloorMs = '', leaseMs = '', mode = ''] = process.argv.slice(2);
const service = await openService({
  databasePath,
  allowPrivateNetworks: true,
  refreshFloorMs: Number(refreshFloorMs),
  refreshCeilingMs: Number(refreshFloorMs),
});
const { deps, logger } = service.http;
const refresher = createRefresher(
  // What falls off the end of a long proof would look as if it were lost.
  { ...deps, logger, random: Math.random, leaseMs: Number(leaseMs), keepItems: 1_000_000 },
  { slots: 6 },
);
process.stdout.write('ready\n');

if (mode === 'finish') {
  const feeds = await deps.store.db.selectFrom('feeds').select('id').execute();
  let ids = feeds.map(({ id }) => id);
  // Two kills while the same feed was parsed suspend it; read by its name it goes on.
  for (let attempt = 1; ids.length > 0; attempt += 1) {
    const suspended: string[] = [];
    for await (const { outcome, error, feedId } of refresher.refresh(OWNER, ids)) {
      if (outcome !== 'failed') continue;
      if (error?.code !== 'SOURCE_SUSPENDED' || attempt > 1) throw new Error(error?.message);
      suspended.push(feedId);
    }
    ids = suspended;
  }
  await service.close();
} else {
  refresher.startLoop();
}
