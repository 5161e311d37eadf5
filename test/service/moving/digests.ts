import { readCatalogue } from '../../../src/service/moving/catalogue.js';
import { digestOf } from '../../../src/service/moving/copy-rows.js';
import type { Digest } from '../../../src/service/moving/digest.js';
import { Watcher } from '../../../src/service/moving/progress.js';
import { openStore } from '../../../src/service/store/open-store.js';

/** What every table of a database says. */
export async function digests(location: string): Promise<Record<string, Digest>> {
  const store = await openStore(location);
  try {
    const all: Record<string, Digest> = {};
    for (const table of await readCatalogue()) {
      all[table.name] = await digestOf(store.db, table, new Watcher({}));
    }
    return all;
  } finally {
    await store.close();
  }
}
