import {
  type Dialect,
  type Kysely,
  type SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type LibsqlDatabase from 'libsql';
import { LibsqlDriver } from './libsql-driver.js';

/** Kysely on an open libsql database; for `path` and `requireFile` see `LibsqlDriver`. */
export function libsqlDialect(
  database: LibsqlDatabase.Database,
  path: string,
  requireFile?: () => void,
): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new LibsqlDriver(database, path, requireFile),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new NoRowLockCompiler(),
  };
}

/**
 * SQL without row locks, which SQLite does not have: a transaction that writes locks the whole
 * database from its beginning.
 */
class NoRowLockCompiler extends SqliteQueryCompiler {
  protected override visitSelectQuery(node: SelectQueryNode): void {
    const { endModifiers: _locks, ...query } = node;
    super.visitSelectQuery(query);
  }
}
