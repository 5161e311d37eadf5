import { sql } from 'kysely';
import { readSchemaTables, type Table } from '../../src/service/maintenance/schema-tables.js';
import type { Db, Store } from '../../src/service/store/store.js';

type Value = string | number | null;
type Random = () => number;

/** The same numbers for the same seed. */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Texts that have gone wrong somewhere: quotes, empty, above U+FFFF, beside the surrogates, long. */
const TEXTS = [
  '',
  "O'Brien",
  '"',
  '🜂 fire',
  '\ufb01 \uffee',
  'Ünï',
  '\n\t',
  '{"a":1}',
  'é'.repeat(3000),
];

/**
 * Puts rows into every table of the schema, whichever there are, so that a table added later is
 * covered without a word: keys unique, references real, everything else at random.
 */
export async function fillAtRandom(store: Store, random: Random, rows: number): Promise<void> {
  const tables = await readTables();
  await store.db.transaction().execute(async (transaction) => {
    const keys = new Map<string, Value[]>();
    for (const { table, columns } of tables) {
      const count = table.name === 'instances' ? 1 : Math.ceil(rows * (0.5 + random()));
      const rowsOfTable = Array.from({ length: count }, (_, number) =>
        columns.map((column) => cellOf(table, column, { number, random, keys })),
      );
      await insert(transaction, table, rowsOfTable);
      keys.set(table.name, await firstKeys(transaction, table));
    }
  });
}

/** Of the rows that are really there. */
async function firstKeys(db: Db, { name, key }: Table): Promise<Value[]> {
  const first = sql.ref(key[0] ?? '');
  const { rows } = await sql<{ value: Value }>`
    select distinct ${first} as value from ${sql.table(name)} order by 1
  `.execute(db);
  return rows.map(({ value }) => value);
}

interface Column {
  name: string;
  type: string;
  required: boolean;
}

interface Making {
  number: number;
  random: Random;
  keys: ReadonlyMap<string, Value[]>;
}

/** Each row's number is in its texts, so that no unique index is broken. */
function cellOf(table: Table, { name, type, required }: Column, making: Making): Value {
  const { number, random, keys } = making;
  const reference = table.references.find(({ column }) => column === name);
  if (reference !== undefined) {
    const parents = keys.get(reference.table) ?? [];
    // A key that is a reference comes once for each parent.
    const only = table.key.length === 1 && table.key[0] === name;
    return parents[only ? number % parents.length : Math.floor(random() * parents.length)] ?? null;
  }
  if (name === 'stopped_at') return 1;
  if (!required && random() < 0.3) return null;
  if (type !== 'text') {
    const most = type === 'bigint' ? 2 ** 45 : 2 ** 31;
    return table.key.includes(name) ? number : Math.floor(random() * most);
  }
  return `${TEXTS[Math.floor(random() * TEXTS.length)]}${number}`;
}

/** Of the current schema; read once for all tests of a process. */
let known: Promise<{ table: Table; columns: Column[] }[]> | undefined;

function readTables() {
  known ??= describeSchema();
  return known;
}

async function describeSchema() {
  const { openStore } = await import('../../src/service/store/open-store.js');
  const { db, close } = await openStore(':memory:');
  try {
    const catalogue = await readSchemaTables();
    return await Promise.all(
      catalogue.map(async (table) => ({ table, columns: await columnsOf(db, table) })),
    );
  } finally {
    await close();
  }
}

async function columnsOf(db: Db, { name }: Table): Promise<Column[]> {
  const { rows } = await sql<{ name: string; type: string; notnull: number }>`
    select name, type, "notnull" from pragma_table_info(${name}) order by cid
  `.execute(db);
  return rows.map((row) => ({
    name: row.name,
    type: row.type.toLowerCase(),
    required: row.notnull === 1,
  }));
}

/** What breaks a unique index by chance is left out. */
async function insert(db: Db, table: Table, rows: readonly Value[][]): Promise<void> {
  const columns = sql.join(table.columns.map((column) => sql.ref(column)));
  const values = sql.join(rows.map((row) => sql`(${sql.join(row)})`));
  await sql`
    insert into ${sql.table(table.name)} (${columns}) values ${values}
    on conflict do nothing
  `.execute(db);
}
