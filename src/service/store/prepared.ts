import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import type { Db } from './store.js';

/** Runs the query on the `db` of a store, or in a transaction. */
export type PreparedQuery<Parameters extends readonly unknown[], Result> = (
  db: Db,
  ...parameters: Parameters
) => Promise<Result>;

/**
 * A query that is compiled once per store: building and compiling it takes as long as running it,
 * which matters at a thousand queries per second.
 * @param build makes the query from parameters; each must occur once, in order
 */
export function prepared<Parameters extends readonly unknown[], Row>(
  build: (db: Db, ...parameters: Parameters) => Compilable<Row>,
): PreparedQuery<Parameters, Row[]> {
  const compiled = new CompiledOnce<Row>();
  return async (db, ...parameters) => {
    const { rows } = await compiled.run(db, () => build(db, ...parameters), parameters);
    return rows;
  };
}

/**
 * A write that is compiled once per store; see `prepared`. Its result is the number of rows. An
 * update with RETURNING costs libsql twice as much as one without.
 */
export function preparedWrite<Parameters extends readonly unknown[]>(
  build: (db: Db, ...parameters: Parameters) => Compilable,
): PreparedQuery<Parameters, number> {
  const compiled = new CompiledOnce();
  return async (db, ...parameters) => {
    const result = await compiled.run(db, () => build(db, ...parameters), parameters);
    return Number(result.numAffectedRows ?? 0);
  };
}

/** Writes whose answers are not read. */
const unread = new WeakSet<CompiledQuery>();

/**
 * True if the answer of a statement is not read. In a transaction on PostgreSQL it is sent together
 * with the next one, whose caller gets its error: each awaited answer costs a round trip.
 */
export function isUnread(query: CompiledQuery): boolean {
  return unread.has(query);
}

/** Runs a write or a lock whose answer is not read; see `isUnread`. */
export async function send(db: Db, query: { compile(db: Db): CompiledQuery }): Promise<void> {
  await sendCompiled(db, query.compile(db));
}

async function sendCompiled(db: Db, query: CompiledQuery): Promise<void> {
  unread.add(query);
  await db.executeQuery(query);
}

/**
 * An insert of a row that is compiled once per store; see `prepared`. @param columns all columns of
 * the rows @param build makes the query from a row
 */
export function preparedInsert<Row extends object>(
  columns: readonly (keyof Row)[],
  build: (db: Db, row: Row) => Compilable,
): PreparedQuery<[row: Row], void> {
  const compiled = new CompiledOnce();
  return async (db, row) => {
    const values = columns.map((column) => row[column]);
    await sendCompiled(
      db,
      compiled.of(db, () => build(db, columnsInOrder(columns, row)), values),
    );
  };
}

/**
 * An insert of several rows that is compiled once per store and number of rows; see `prepared`.
 * There must be few different numbers. @param columns all columns of the rows @param build makes
 * the query from rows
 */
export function preparedInserts<Row extends object>(
  columns: readonly (keyof Row)[],
  build: (db: Db, rows: readonly Row[]) => Compilable,
): PreparedQuery<[rows: readonly Row[]], void> {
  const compiled = new Map<number, CompiledOnce>();
  return async (db, rows) => {
    const query = compiled.get(rows.length) ?? new CompiledOnce();
    compiled.set(rows.length, query);
    const values = rows.flatMap((row) => columns.map((column) => row[column]));
    const ordered = () => rows.map((row) => columnsInOrder(columns, row));
    await sendCompiled(
      db,
      query.of(db, () => build(db, ordered()), values),
    );
  };
}

/** The row with its columns in the order of the statement. */
function columnsInOrder<Row extends object>(columns: readonly (keyof Row)[], row: Row): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column]])) as Row;
}

/** The compiled forms of a query. */
class CompiledOnce<Row = unknown> {
  // Keyed by the adapter, which a store and its transactions share, although each is another `db`.
  readonly #compiled = new WeakMap<object, CompiledQuery<Row>>();

  run(
    db: Db,
    build: () => Compilable<Row>,
    parameters: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    return db.executeQuery<Row>(this.of(db, build, parameters));
  }

  of(db: Db, build: () => Compilable<Row>, parameters: readonly unknown[]): CompiledQuery<Row> {
    const { adapter } = db.getExecutor();
    const query = this.#compiled.get(adapter) ?? compile(build(), parameters);
    this.#compiled.set(adapter, query);
    return { ...query, parameters };
  }
}

function compile<Row>(query: Compilable<Row>, parameters: readonly unknown[]): CompiledQuery<Row> {
  const compiled = query.compile();
  const fits =
    compiled.parameters.length === parameters.length &&
    parameters.every((parameter, index) => compiled.parameters[index] === parameter);
  if (!fits) throw new Error(`The parameters do not fit the prepared query ${compiled.sql}`);
  return compiled;
}
