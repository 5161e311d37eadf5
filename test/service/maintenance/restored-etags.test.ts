import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { OWNER } from '../../../src/service/accounts/account.js';
import { openService } from '../../../src/service/app/service.js';
import { asAccount } from '../../../src/service/calls/as-account.js';
import { raiseRevision } from '../../../src/service/feeds/feed.js';
import { backUp } from '../../../src/service/maintenance/backup.js';
import { restore } from '../../../src/service/maintenance/restore.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { collectGarbage } from '../../support/collect-garbage.js';
import { numberedItems } from '../../support/rss.js';
import { startSourceServer } from '../../support/source-server.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/** What readers get of a feed, one that hides old items, and a bundle of both. */
async function etags(databasePath: string, ids: readonly string[]): Promise<string[]> {
  const service = await openService({ databasePath });
  try {
    const answers = ids.map((id) => service.fetch(new Request(`http://127.0.0.1/feeds/${id}.xml`)));
    return (await Promise.all(answers)).map(({ headers }) => headers.get('ETag') ?? '');
  } finally {
    await service.close();
  }
}

/** What a fetch with new items does. */
async function change(databasePath: string, ids: readonly string[]): Promise<void> {
  const { db, clock, close } = await openStore(databasePath);
  for (const id of ids) await raiseRevision(db, id, clock.now());
  await close();
}

it('an ETag that a reader got after the backup is never given again for other items', async () => {
  const databasePath = join(temporaryDirectory(), 'feedctl.db');
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const service = await openService({ databasePath, allowPrivateNetworks: true });
  const call = asAccount(service.http, OWNER, true);
  const feeds = await Promise.all(
    ['/a.xml', '/b.xml'].map(async (path) => {
      const url = sources.publish(path, { title: path, items: numberedItems(2) });
      return (await call('createFeed', { body: { url } })).body.id;
    }),
  );
  await call('updateFeedSettings', { params: { id: String(feeds[1]) }, body: { max_age: '30d' } });
  const bundle = await call('createBundle', { body: { name: 'Both', feeds } });
  await service.close();
  const ids = [...feeds, bundle.body.id];

  const file = join(temporaryDirectory(), 'backup.db');
  await backUp(databasePath, file);
  const given = [await etags(databasePath, ids)];
  await change(databasePath, feeds);
  given.push(await etags(databasePath, ids));
  await collectGarbage();
  await restore(file, databasePath, { confirm: async () => {} });
  const restored = await etags(databasePath, ids);
  await change(databasePath, feeds);
  const after = await etags(databasePath, ids);

  expect(restored).toEqual(given[0]);
  for (const [index, etag] of after.entries()) {
    expect(etag).toMatch(/^W\/"/);
    expect(given.map((each) => each[index])).not.toContain(etag);
  }
});
