import { describe, expect, it, onTestFinished } from 'vitest';
import { openService } from '../../../../src/service/app/service.js';
import { hasTable } from '../../../../src/service/store/dialect.js';
import { MIGRATIONS } from '../../../../src/service/store/migrations/index.js';
import { openStore } from '../../../../src/service/store/open-store.js';
import { firstStarts } from '../../../support/child-process.js';
import { emptyDatabase } from '../../../support/database.js';
import { command } from '../../../support/postgres-databases.js';

describe('an empty database', () => {
  it('is migrated once, though four processes start at once', async () => {
    const location = await emptyDatabase();
    const { outcomes, exitCodes } = await firstStarts(location);

    expect(outcomes.filter((outcome) => outcome.ownerIsNew)).toHaveLength(1);
    expect(exitCodes).toEqual([0, 0, 0, 0]);
    const service = await openService({ databasePath: location });
    onTestFinished(() => service.close());
    expect(service.ownerIsNew).toBe(false);
    const { db } = service.http.deps.store;
    const history = db.selectFrom('schema_migrations').select(['version', 'name']);
    expect(await history.orderBy('version').execute()).toEqual(
      MIGRATIONS.map(({ version, name }) => ({ version, name })),
    );
    expect(await db.selectFrom('api_keys').select('id').execute()).toHaveLength(4);
  });

  it('shows a waiting process the tables that another one has made meanwhile', async () => {
    const location = await emptyDatabase();
    const { db, close } = await openStore(location);
    onTestFinished(close);
    await db.transaction().execute(async (transaction) => {
      expect(await hasTable(transaction, 'made_meanwhile')).toBe(false);
      await command(location, 'create table made_meanwhile ()');
      expect(await hasTable(transaction, 'made_meanwhile')).toBe(true);
    });
  });

  it('is left as it was when the migration fails', async () => {
    const location = await emptyDatabase();
    await command(location, 'create table webhooks (this_is_theirs text)');
    await expect(openStore(location)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringMatching(
        /"webhooks" already exists Nothing was changed. It must be empty/,
      ),
    });
    await command(location, 'drop table webhooks');
    const { db, close } = await openStore(location);
    expect(await db.selectFrom('webhooks').selectAll().execute()).toEqual([]);
    await close();
  });
});

it('a database that a newer feedctl has written is refused, with how to update', async () => {
  const location = await emptyDatabase();
  await (await openStore(location)).close();
  await command(location, "insert into schema_migrations values (999, 'future', 0, '9.9.9')");
  const { host, pathname, username } = new URL(location);
  const shown = `postgres://${username}@${host}${pathname}`;
  await expect(openStore(location)).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message: expect.stringMatching(
      new RegExp(
        `${shown} was written by feedctl 9\\.9\\.9 with schema 999 .*(?:npm install|git -C .* pull)`,
      ),
    ),
  });
});
