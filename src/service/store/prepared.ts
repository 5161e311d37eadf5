import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './store.js';

/** Runs the query on the `db` of a store, or in a transaction. */
type PreparedQuery<Parameters extends readonly unknown[], Row> = (
  db: Db,
  ...parameters: Parameters
) => Promise<Row[]>;

/**
 * A query that is compiled once per store: building and compiling it takes as long as running it,
 * which matters at a thousand queries per second.
 * @param build makes the query from parameters; each must occur once, in order
 */
export function prepared<Parameters extends readonly unknown[], Row>(
  build: (db: Db, ...parameters: Parameters) => Compilable<Row>,
): PreparedQuery<Parameters, Row> {
  // The adapter is the same for a store and its transactions, each of which is another `db`.
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, ...parameters) => {
    const { adapter } = db.getExecutor();
    const query = compiled.get(adapter) ?? compile(build(db, ...parameters), parameters);
    compiled.set(adapter, query);
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

function compile<Row>(query: Compilable<Row>, parameters: readonly unknown[]): CompiledQuery<Row> {
  const compiled = query.compile();
  const fits =
    compiled.parameters.length === parameters.length &&
    parameters.every((parameter, index) => compiled.parameters[index] === parameter);
  if (!fits) throw new Error(`The parameters do not fit the prepared query ${compiled.sql}`);
  return compiled;
}
