import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './store.js';

/** Runs the query on a store's own `db`; a transaction is another one each time. */
type PreparedQuery<Parameters extends readonly unknown[], Row> = (
  db: Db,
  ...parameters: Parameters
) => Promise<Row[]>;

/**
 * A query whose text is made once a store: building and compiling it costs as much as running it,
 * which shows where it is asked a thousand times a second.
 * @param build makes the query from parameters, each of which is in its text once, in their order.
 */
export function prepared<Parameters extends readonly unknown[], Row>(
  build: (db: Db, ...parameters: Parameters) => Compilable<Row>,
): PreparedQuery<Parameters, Row> {
  const compiled = new WeakMap<Db, CompiledQuery<Row>>();
  return async (db, ...parameters) => {
    const query = compiled.get(db) ?? compile(build(db, ...parameters), parameters);
    compiled.set(db, query);
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
