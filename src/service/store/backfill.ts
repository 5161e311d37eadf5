import { type Kysely, sql } from 'kysely';
import type { Clock } from '../core/time.js';
import type { Backfill, Migration } from './migrations/migration.js';
import type { Db } from './store.js';

/** A migration with a backfill. */
export type FillingMigration = Migration & { backfill: Backfill };

/** Time between two reports of progress, in milliseconds. */
const PROGRESS_MS = 2000;

/** The name of a backfill's row in `chores`, which keeps its progress until it is complete. */
export function backfillName({ name }: Pick<Migration, 'name'>): string {
  return `backfill ${name}`;
}

/** Makes the backfill of a migration due, in the transaction of the migration. */
export async function startBackfill(db: Db, migration: Migration, clock: Clock): Promise<void> {
  if (migration.backfill === undefined) return;
  await db
    .insertInto('chores')
    .values({ name: backfillName(migration), due_at: clock.now() })
    .execute();
}

/** True if there are rows to fill; that does not change until the transaction ends. */
export async function isBackfilling(db: Db, migration: Migration): Promise<boolean> {
  return (await progressOf(db, migration)) !== undefined;
}

function progressOf(db: Db, migration: Pick<Migration, 'name'>) {
  return db
    .selectFrom('chores')
    .select('position')
    .where('name', '=', backfillName(migration))
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Runs one step inside a transaction. The last step deletes the row of `chores`. @param position
 * last key of the previous step, as JSON; null at the start @returns the position of the next step;
 * null if the backfill is complete
 */
export async function fillPiece(
  db: Db,
  { backfill, name }: FillingMigration,
  position: string | null,
): Promise<string | null> {
  const { table, key, rows: limit, fill } = backfill;
  const after = position === null ? sql`` : sql`where ${sql.ref(key)} > ${JSON.parse(position)}`;
  const { rows } = await sql<{ key: string | number }>`
    select ${sql.ref(key)} as key from ${sql.table(table)} ${after}
    order by ${sql.ref(key)} limit ${limit}
  `.execute(db);
  const keys = rows.map((row) => row.key);
  if (keys.length > 0) await fill(db as unknown as Kysely<unknown>, keys);
  if (keys.length === limit) return JSON.stringify(keys.at(-1));
  await db.deleteFrom('chores').where('name', '=', backfillName({ name })).execute();
  return null;
}

/**
 * Runs the remaining steps of a backfill. Another process that runs it loses its lease. @param
 * onProgress receives the share of filled rows, from 0 to 1, every few seconds
 */
export async function finishBackfill(
  db: Db,
  migration: Migration,
  onProgress: (share: number) => void,
): Promise<void> {
  if (migration.backfill === undefined) return;
  const filling = { ...migration, backfill: migration.backfill };
  const total = await countRows(db, filling, null);
  let left = total;
  let toldAt = Number.NEGATIVE_INFINITY;
  for (let position: string | null | undefined; ; ) {
    position = await db.transaction().execute(async (transaction) => {
      const progress = await progressOf(transaction, migration);
      if (progress === undefined) return null;
      if (position === undefined) left = await countRows(transaction, filling, progress.position);
      const next = await fillPiece(transaction, filling, progress.position);
      await transaction
        .updateTable('chores')
        .set({ position: next, lease_token: null, lease_expires_at: null })
        .where('name', '=', backfillName(migration))
        .execute();
      return next;
    });
    if (position === null) return;
    left -= filling.backfill.rows;
    if (performance.now() - toldAt < PROGRESS_MS) continue;
    toldAt = performance.now();
    onProgress(1 - Math.max(0, left) / Math.max(1, total));
  }
}

async function countRows(
  db: Db,
  { backfill: { table, key } }: FillingMigration,
  position: string | null,
): Promise<number> {
  const after = position === null ? sql`` : sql`where ${sql.ref(key)} > ${JSON.parse(position)}`;
  const counted = sql<{ n: number }>`select count(*) as n from ${sql.table(table)} ${after}`;
  return Number((await counted.execute(db)).rows[0]?.n ?? 0);
}
