import { digestOf } from '../../../src/service/maintenance/copy-rows.js';
import type { Digest } from '../../../src/service/maintenance/digest.js';
import { Watcher } from '../../../src/service/maintenance/progress.js';
import { readSchemaTables } from '../../../src/service/maintenance/schema-tables.js';
import { openStore } from '../../../src/service/store/open-store.js';

/** What every table of a database says. */
export async function digests(location: string): Promise<Record<string, Digest>> {
  const store = await openStore(location);
  try {
    const all: Record<string, Digest> = {};
    for (const table of await readSchemaTables()) {
      all[table.name] = await digestOf(store.db, table, new Watcher({}));
    }
    return all;
  } finally {
    await store.close();
  }
}
