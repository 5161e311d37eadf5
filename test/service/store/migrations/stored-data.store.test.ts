import { describe, expect, it, onTestFinished } from 'vitest';
import { startStoredSite } from '../../../../scripts/stored-site.js';
import { OWNER } from '../../../../src/service/accounts/account.js';
import { openService } from '../../../../src/service/app/service.js';
import { asAccount } from '../../../../src/service/calls/as-account.js';
import { checkStore } from '../../../../src/service/maintenance/check.js';
import { MIGRATIONS } from '../../../../src/service/store/migrations/index.js';
import { openStore } from '../../../../src/service/store/open-store.js';
import {
  missingRows,
  STORED_AT,
  storedDatabase,
  storedRows,
  storedSchemas,
} from '../../../support/stored-data.js';

it('every schema that a later migration changes has stored data', () => {
  const older = MIGRATIONS.slice(0, -1).map(({ version }) => version);
  expect(storedSchemas()).toEqual(expect.arrayContaining(older));
});

describe.each(storedSchemas())('a database of schema %i', (schema) => {
  it('has what a long use leaves behind', async () => {
    const rows = await storedRows(await storedDatabase(schema));
    const of = (table: string) => rows.get(table) ?? [];
    expect(of('schema_migrations')).toHaveLength(schema);
    const filled = ['accounts', 'api_keys', 'items', 'tombstones', 'repaired_times', 'webhooks'];
    for (const table of filled) expect(of(table), table).not.toEqual([]);
    expect(of('feeds').map(({ mode }) => mode)).toContain('changes');
    expect(of('feeds').filter(({ drift }) => drift !== null)).toHaveLength(1);
    expect(of('feeds').filter(({ rule }) => /"shapes"/.test(`${rule}`))).not.toEqual([]);
    expect(of('deliveries').map(({ status }) => status)).toContain('pending');
  });

  it('opens without losing a row or a value, and is sound', async () => {
    const location = await storedDatabase(schema);
    const before = await storedRows(location);
    const store = await openStore(location, { now: () => STORED_AT });
    onTestFinished(store.close);
    const after = await storedRows(location);
    for (const [table, rows] of before) {
      expect(missingRows(rows, after.get(table) ?? []), table).toEqual([]);
    }
    expect((await checkStore(store)).findings).toEqual([]);
    expect(after.get('schema_migrations')).toHaveLength(MIGRATIONS.length);
  });

  it('tells nothing at the first fetch of sources that did not change', async () => {
    const site = await startStoredSite();
    onTestFinished(site.close);
    site.step = 3;
    const service = await openService({
      databasePath: await storedDatabase(schema),
      clock: { now: () => STORED_AT },
      env: { FEEDCTL_ALLOW_PRIVATE_NETWORKS: '1', FEEDCTL_FETCH_PROXY: site.proxy },
      hostIntervalMs: 0,
      keepItems: 20,
    });
    onTestFinished(() => service.close());
    const call = asAccount(service.http, OWNER, true);
    const feeds = (await call('listFeeds')).body;
    expect(feeds).toHaveLength(8);
    for (const { id, source_url } of feeds) {
      const { body } = await call('refreshFeed', { params: { id } });
      expect([source_url, body.items_new, body.items_changed]).toEqual([source_url, 0, 0]);
    }
  });
});
