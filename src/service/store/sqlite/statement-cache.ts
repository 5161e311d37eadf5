import type LibsqlDatabase from 'libsql';

/** Maximum number of cached statements; the service has fewer than a hundred, without bulk inserts. */
const CAPACITY = 200;

type Statement = ReturnType<LibsqlDatabase.Database['prepare']>;

interface PreparedStatement {
  statement: Statement;
  /** Null when it returns none. */
  rows: RowReader | null;
}

/** Compiling costs three quarters of a point read (30 of 41 µs), so compiled statements are kept. */
export class StatementCache {
  readonly #database: LibsqlDatabase.Database;
  readonly #statements = new Map<string, PreparedStatement>();

  constructor(database: LibsqlDatabase.Database) {
    this.#database = database;
  }

  prepare(sql: string): PreparedStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, rows: statement.reader ? new RowReader(statement) : null };
    this.#statements.set(sql, prepared);
    this.#dropOldest();
    return prepared;
  }

  clear(): void {
    this.#statements.clear();
  }

  #dropOldest(): void {
    if (this.#statements.size <= CAPACITY) return;
    const oldest = this.#statements.keys().next();
    if (!oldest.done) this.#statements.delete(oldest.value);
  }
}

type Row = Record<string, unknown>;

/**
 * Reads rows as arrays and makes the objects itself: libsql asks SQLite for the name of every column
 * of every row. A row of 38 columns takes 17 µs instead of 29.
 */
class RowReader {
  readonly #statement: Statement;
  #columns = 0;
  #toRow: (values: unknown[]) => Row = () => ({});

  constructor(statement: Statement) {
    this.#statement = statement.raw(true);
  }

  all(parameters: readonly unknown[]): Row[] {
    const found = this.#statement.all(parameters) as unknown[][];
    const [first] = found;
    if (first === undefined) return [];
    // SQLite compiles `select *` anew after a migration, also of another process.
    if (first.length !== this.#columns) this.#readColumns();
    return found.map(this.#toRow);
  }

  #readColumns(): void {
    const names = this.#statement.columns().map(({ name }) => name);
    this.#columns = names.length;
    this.#toRow = rowMaker(names);
  }
}

/** Compiled, because objects filled by a loop over the names take as long as those of libsql. */
function rowMaker(names: readonly string[]): (values: unknown[]) => Row {
  const fields = names.map((name, at) => `${JSON.stringify(name)}: values[${at}]`);
  return new Function('values', `return { ${fields.join()} };`) as (values: unknown[]) => Row;
}
