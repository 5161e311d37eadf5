import { describe, expect, it, onTestFinished } from 'vitest';
import { startStoredSite } from '../../../scripts/stored-site.js';
import { openService } from '../../../src/service/app/service.js';
import { copyDatabase } from '../../../src/service/maintenance/copy.js';
import { restore } from '../../../src/service/maintenance/restore.js';
import { MIGRATIONS } from '../../../src/service/store/migrations/index.js';
import { collectGarbage } from '../../support/collect-garbage.js';
import { emptyDatabase, STORE } from '../../support/database.js';
import { sqlitePlace } from '../../support/places.js';
import {
  missingRows,
  STORED_AT,
  storedBackup,
  storedDatabase,
  storedRows,
  storedSchemas,
} from '../../support/stored-data.js';

/** The history says which builds made the schema: that of a copy is new. */
const NOT_COPIED = ['schema_migrations'];

async function expectSame(location: string, original: string): Promise<void> {
  const [copied, rows] = [await storedRows(location), await storedRows(original)];
  for (const [table, expected] of rows) {
    if (NOT_COPIED.includes(table)) continue;
    expect(missingRows(expected, copied.get(table) ?? []), table).toEqual([]);
    expect(copied.get(table), table).toHaveLength(expected.length);
  }
}

/** What readers and receivers get: the documents of all feeds and bundles, and who got which event. */
async function outside(location: string) {
  const site = await startStoredSite();
  onTestFinished(site.close);
  const service = await openService({
    databasePath: location,
    clock: { now: () => STORED_AT },
    publicUrl: 'https://feeds.example.com',
    env: { FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1', FEEDCTL_FETCH_PROXY: site.proxy },
  });
  try {
    const rows = await storedRows(location);
    const ids = [...(rows.get('feeds') ?? []), ...(rows.get('bundles') ?? [])].map(({ id }) => id);
    const documents = await Promise.all(
      ids.sort().map(async (id) => {
        const request = new Request(`https://feeds.example.com/feeds/${id}.xml`);
        const answer = await service.fetch(request);
        return [answer.status, answer.headers.get('etag'), await answer.text()];
      }),
    );
    await service.http.webhooks.deliverDue({
      withinMs: 10_000,
      signal: new AbortController().signal,
    });
    return { documents, hooks: site.hooks.sort() };
  } finally {
    await service.close();
  }
}

describe.each(storedSchemas())('a whole account of schema %i', (schema) => {
  it('moves to the other store and back with all that it has', async () => {
    const original = await storedDatabase(schema);
    const other = STORE === 'sqlite' ? await emptyDatabase() : await sqlitePlace();
    const back = await emptyDatabase();
    await copyDatabase(original, other);
    await copyDatabase(other, back);
    await expectSame(other, original);
    await expectSame(back, original);

    const seen = await outside(original);
    expect(seen.hooks).not.toEqual([]);
    expect(seen.documents.every(([status]) => status === 200)).toBe(true);
    expect(await outside(other)).toEqual(seen);
    expect(await outside(back)).toEqual(seen);
  });

  it('is restored from a backup of that time, and brought to the schema of this build', async () => {
    const backup = await storedBackup(schema);
    const before = await storedRows(backup);
    const location = await emptyDatabase();
    await collectGarbage();
    const restored = await restore(backup, location, { confirm: async () => {} });
    expect(restored).toMatchObject({ schemaVersion: schema, feeds: before.get('feeds')?.length });
    const after = await storedRows(location);
    for (const [table, rows] of before) {
      if (NOT_COPIED.includes(table)) continue;
      expect(missingRows(rows, after.get(table) ?? []), table).toEqual([]);
    }
    expect(after.get('schema_migrations')).toHaveLength(MIGRATIONS.length);
  });
});
