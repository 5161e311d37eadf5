import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { openStore } from '../../../src/service/store/open-store.js';
import { TABLES } from '../../../src/service/store/schema.js';

interface Digest {
  rows: number;
  checksum: string;
}

/** What every table of a database says. */
export async function digests(location: string): Promise<Record<string, Digest>> {
  const store = await openStore(location);
  try {
    const all: Record<string, Digest> = {};
    for (const [name, { columns, key }] of Object.entries(TABLES)) {
      const { rows } = await sql<Record<string, unknown>>`
        select * from ${sql.table(name)} order by ${sql.join(key.map((column) => sql.ref(column)))}
      `.execute(store.db);
      const values = rows.map((row) => Object.keys(columns).map((column) => row[column]));
      const checksum = createHash('sha256').update(JSON.stringify(values)).digest('hex');
      all[name] = { rows: rows.length, checksum };
    }
    return all;
  } finally {
    await store.close();
  }
}
