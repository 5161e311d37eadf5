import { VERSION } from '../../contract/index.js';
import { UNFINISHED_VERSION } from '../store/migrate.js';
import type { Store } from '../store/store.js';

/**
 * While it is written, a copy is marked by a row in the history of its schema that no release knows:
 * whatever opens the database reads that row anyway, and refuses, releases of the past included.
 */
export async function markUnfinished({ db, clock }: Store, source: string): Promise<void> {
  await db
    .insertInto('schema_migrations')
    .values({
      version: UNFINISHED_VERSION,
      name: source,
      applied_at: clock.now(),
      feedctl_version: VERSION,
    })
    .onConflict((conflict) => conflict.column('version').doNothing())
    .execute();
}

/** Where an unfinished copy comes from; undefined when it is a database like any other. */
export async function unfinishedFrom({ db }: Store): Promise<string | undefined> {
  const row = await db
    .selectFrom('schema_migrations')
    .select('name')
    .where('version', '=', UNFINISHED_VERSION)
    .executeTakeFirst();
  return row?.name;
}

export async function markFinished({ db }: Store): Promise<void> {
  await db.deleteFrom('schema_migrations').where('version', '=', UNFINISHED_VERSION).execute();
}
