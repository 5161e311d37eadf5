import { sql } from 'kysely';
import { systemClock } from '../core/clock.js';
import { openStore } from '../store/open-store.js';
import type { Db, Store } from '../store/store.js';

/** A foreign key column. */
export interface Reference {
  column: string;
  /** The table and the column it points to. */
  table: string;
  to: string;
}

/** A table of the current schema, with what moving its rows needs. */
export interface Table {
  name: string;
  columns: readonly string[];
  /** Columns of the primary key, in order. */
  key: readonly string[];
  references: readonly Reference[];
}

/**
 * All tables with data that cannot be derived, each after those it references. Read once, from an
 * in-memory database that the migrations just created, so that a new table cannot be forgotten; both
 * stores have the same schema.
 */
export function readSchemaTables(): Promise<readonly Table[]> {
  schemaTables ??= readNewDatabase();
  return schemaTables;
}

let schemaTables: Promise<readonly Table[]> | undefined;

async function readNewDatabase(): Promise<readonly Table[]> {
  const store = await openStore(':memory:', systemClock);
  try {
    const names = await tableNames(store.db);
    return parentsFirst(await Promise.all(names.map((name) => readTable(store.db, name))));
  } finally {
    await store.close();
  }
}

/** The migration history is created by migrating, the index of the search by `copyRows`. */
async function tableNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name <> 'schema_migrations'
      and name <> 'item_words' and name not like 'item!_words!_%' escape '!'
      and name not like 'sqlite!_%' escape '!' and name not like 'libsql!_%' escape '!'
    order by name
  `.execute(db);
  return rows.map(({ name }) => name);
}

async function readTable(db: Db, name: string): Promise<Table> {
  const columns = await sql<{ name: string; pk: number }>`
    select name, pk from pragma_table_info(${name}) order by cid
  `.execute(db);
  const references = await sql<Reference>`
    select "from" as "column", "table", "to" from pragma_foreign_key_list(${name})
  `.execute(db);
  const key = columns.rows.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  return {
    name,
    columns: columns.rows.map((column) => column.name),
    key: key.map((column) => column.name),
    references: references.rows.map(({ column, table, to }) => ({ column, table, to })),
  };
}

function parentsFirst(tables: readonly Table[]): Table[] {
  const ordered: Table[] = [];
  const place = (table: Table): void => {
    if (ordered.includes(table)) return;
    for (const parent of tables) {
      const isParent = table.references.some((reference) => reference.table === parent.name);
      if (isParent && parent !== table) place(parent);
    }
    ordered.push(table);
  };
  for (const table of tables) place(table);
  return ordered;
}

/**
 * Moves a SQLite database into its single file, without a log beside it, so that it can be renamed.
 */
export async function checkpointWal({ db }: Pick<Store, 'db'>): Promise<void> {
  await sql`pragma journal_mode = delete`.execute(db);
}
