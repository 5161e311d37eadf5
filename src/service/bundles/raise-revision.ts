import type { Db } from '../store/store.js';

/** Says that the combined feed of the bundle is about to look different. */
export async function raiseRevision(db: Db, bundleId: string, now: number): Promise<void> {
  await db
    .updateTable('bundles')
    .set((column) => ({ revision: column('revision', '+', 1), updated_at: now }))
    .where('id', '=', bundleId)
    .execute();
}
