import { sql } from 'kysely';
import { TABLES } from '../../src/service/store/schema.js';
import type { Db, Store } from '../../src/service/store/store.js';
import type { Table } from '../../src/service/store/tables/table.js';

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
  await store.db.transaction().execute(async (transaction) => {
    const keys = new Map<string, Value[]>();
    for (const [name, table] of Object.entries(TABLES)) {
      const count = name === 'instances' ? 1 : Math.ceil(rows * (0.5 + random()));
      const columns = Object.keys(table.columns);
      const rowsOfTable = Array.from({ length: count }, (_, number) =>
        columns.map((column) => cellOf(table, column, { number, random, keys })),
      );
      await insert(transaction, { name, columns }, rowsOfTable);
      keys.set(name, await firstKeys(transaction, name, table));
    }
  });
}

/** Of the rows that are really there. */
async function firstKeys(db: Db, name: string, { key }: Table): Promise<Value[]> {
  const first = sql.ref(key[0] ?? '');
  const { rows } = await sql<{ value: Value }>`
    select distinct ${first} as value from ${sql.table(name)} order by 1
  `.execute(db);
  return rows.map(({ value }) => value);
}

interface Making {
  number: number;
  random: Random;
  keys: ReadonlyMap<string, Value[]>;
}

/** Each row's number is in its texts, so that no unique index is broken. */
function cellOf({ columns, key }: Table, name: string, making: Making): Value {
  const { number, random, keys } = making;
  const { sql: definition = '', parent } = columns[name] ?? {};
  if (parent !== undefined) {
    const parents = keys.get(parent) ?? [];
    // A key that is a reference comes once for each parent.
    const only = key.length === 1 && key[0] === name;
    return parents[only ? number % parents.length : Math.floor(random() * parents.length)] ?? null;
  }
  if (name === 'stopped_at') return 1;
  const isRequired = definition.includes('not null') || key.includes(name);
  if (!isRequired && random() < 0.3) return null;
  if (!definition.startsWith('text')) {
    const most = definition.startsWith('bigint') ? 2 ** 45 : 2 ** 31;
    return key.includes(name) ? number : Math.floor(random() * most);
  }
  return `${TEXTS[Math.floor(random() * TEXTS.length)]}${number}`;
}

/** What breaks a unique index by chance is left out. */
async function insert(
  db: Db,
  { name, columns }: { name: string; columns: readonly string[] },
  rows: readonly Value[][],
): Promise<void> {
  const values = sql.join(rows.map((row) => sql`(${sql.join(row)})`));
  await sql`
    insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${values} on conflict do nothing
  `.execute(db);
}
