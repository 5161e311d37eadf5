import { credibleTime } from '../core/credible-time.js';
import { newLeaseToken } from '../core/own-process.js';
import type { Clock } from '../core/time.js';
import type { Db, Store } from '../store/store.js';

/** A deletion task for all accounts, done in rounds by one process at a time. */
export interface Chore {
  /** The name of its row in `chores`. */
  name: string;
  /** Time from the end of a round to the start of the next, in milliseconds. */
  everyMs: number;
  /**
   * One step of a round: checks a bounded number of rows and deletes expired ones, in its own
   * transaction.
   * @param position where the last step ended; null at the very start
   */
  step(db: Db, now: number, position: string | null): Promise<Step>;
}

export interface Step {
  /** Where the next step starts, in this round or the next. */
  position: string | null;
  /** The round is complete. */
  done: boolean;
  /** Deleted rows. */
  cleared: number;
}

/** Lease of a claim unless a step renews it, in milliseconds: the longest delay after a crash. */
const LEASE_MS = 60_000;

/** A chore that only this process runs. */
export interface ClaimedChore {
  chore: Chore;
  token: string;
  position: string | null;
}

/** The due chores; a single read, because it is called often. */
export async function dueChores(
  { db }: Store,
  chores: readonly Chore[],
  now: number,
): Promise<Chore[]> {
  const rows = await db
    .selectFrom('chores')
    .select(['name', 'due_at', 'lease_expires_at'])
    .execute();
  const stored = new Map(rows.map((row) => [row.name, row]));
  return chores.filter(({ name, everyMs }) => {
    const row = stored.get(name);
    if (row === undefined || credibleTime(row.due_at, now, everyMs) > now) return false;
    return credibleTime(row.lease_expires_at ?? now, now, LEASE_MS) <= now;
  });
}

/** Adds missing chores to the database; each is first due after one pause. */
export async function enterChores(
  { db }: Store,
  chores: readonly Chore[],
  now: number,
): Promise<void> {
  const known = await db.selectFrom('chores').select('name').execute();
  const names = new Set(known.map(({ name }) => name));
  const fresh = chores.filter(({ name }) => !names.has(name));
  if (fresh.length === 0) return;
  await db
    .insertInto('chores')
    .values(fresh.map(({ name, everyMs }) => ({ name, due_at: now + everyMs })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** Claims a due chore; null when another process has it or has done it. */
export async function claimChore(
  { db }: Store,
  chore: Chore,
  now: number,
): Promise<ClaimedChore | null> {
  const token = newLeaseToken();
  const claimed = await db
    .updateTable('chores')
    .set({ lease_token: token, lease_expires_at: now + LEASE_MS })
    .where('name', '=', chore.name)
    .where((row) => row.or([row('due_at', '<=', now), row('due_at', '>', now + chore.everyMs)]))
    .where((row) =>
      row.or([
        row('lease_expires_at', 'is', null),
        row('lease_expires_at', '<=', now),
        row('lease_expires_at', '>', now + LEASE_MS),
      ]),
    )
    .returning('position')
    .executeTakeFirst();
  return claimed === undefined ? null : { chore, token, position: claimed.position };
}

/**
 * Runs one step and stores its position, in one transaction; null, without doing anything, when the
 * lease was lost.
 */
export async function doStep(
  { db }: Store,
  clock: Clock,
  { chore, token, position }: ClaimedChore,
): Promise<Step | null> {
  return db.transaction().execute(async (transaction) => {
    const now = clock.now();
    if (!(await isHeld(transaction, chore.name, token))) return null;
    const step = await chore.step(transaction, now, position);
    await transaction
      .updateTable('chores')
      .set({
        position: step.position,
        ...(step.done
          ? { due_at: now + chore.everyMs, lease_token: null, lease_expires_at: null }
          : { lease_expires_at: now + LEASE_MS }),
      })
      .where('name', '=', chore.name)
      .execute();
    return step;
  });
}

/** Releases an unfinished chore, so that the next claim resumes it. */
export async function releaseChore({ db }: Store, { chore, token }: ClaimedChore): Promise<void> {
  await db
    .updateTable('chores')
    .set({ lease_token: null, lease_expires_at: null })
    .where('name', '=', chore.name)
    .where('lease_token', '=', token)
    .execute();
}

/** And stays so until the transaction ends. */
async function isHeld(transaction: Db, name: string, token: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('chores')
    .select('lease_token')
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst();
  return row?.lease_token === token;
}
