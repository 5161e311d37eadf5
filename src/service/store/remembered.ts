import type { Compilable } from 'kysely';
import { type PreparedQuery, prepared } from './prepared.js';
import { LibsqlAdapter } from './sqlite/libsql-dialect.js';
import type { Db } from './store.js';

/** Results of one query that are kept; when there are more, all are forgotten. */
const MAX_RESULTS = 1000;

/**
 * As `prepared`, for rows that almost every request reads: until the next commit, they come from memory.
 * Only SQLite can tell that without reading them: the question takes 2 µs, the row of a feed 40. On
 * PostgreSQL both are a round trip, so it is always asked for the rows.
 * @returns rows that other callers share
 */
export function remembered<Parameters extends readonly unknown[], Row extends object>(
  build: (db: Db, ...parameters: Parameters) => Compilable<Row>,
): PreparedQuery<Parameters, readonly Readonly<Row>[]> {
  const query = prepared(build);
  const memories = new WeakMap<object, Memory<Row>>();
  return async (db, ...parameters) => {
    const { adapter } = db.getExecutor();
    if (db.isTransaction || !(adapter instanceof LibsqlAdapter)) return query(db, ...parameters);
    const memory = memories.get(adapter) ?? new Memory<Row>();
    memories.set(adapter, memory);
    const commit = adapter.lastCommit();
    if (commit === null) return query(db, ...parameters);
    const key = JSON.stringify(parameters);
    const known = memory.get(commit, key);
    if (known !== undefined) return known;
    const rows = await query(db, ...parameters);
    // The query may have waited for a transaction.
    if (adapter.lastCommit() === commit) memory.keep(commit, key, rows);
    return rows;
  };
}

/** What a query read since the last commit. */
class Memory<Row extends object> {
  readonly #results = new Map<string, readonly Row[]>();
  #commit = Number.NaN;

  get(commit: number, key: string): readonly Row[] | undefined {
    return commit === this.#commit ? this.#results.get(key) : undefined;
  }

  keep(commit: number, key: string, rows: readonly Row[]): void {
    if (commit !== this.#commit || this.#results.size >= MAX_RESULTS) this.#results.clear();
    this.#commit = commit;
    for (const row of rows) Object.freeze(row);
    this.#results.set(key, rows);
  }
}
