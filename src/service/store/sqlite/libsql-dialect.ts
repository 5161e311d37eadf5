import { type Dialect, type Kysely, SqliteAdapter, SqliteIntrospector } from 'kysely';
import type LibsqlDatabase from 'libsql';
import { LibsqlDriver } from './libsql-driver.js';
import { UnlockedSqliteCompiler } from './sqlite-compiler.js';

/** Kysely on an open libsql database; `path` is for error messages. */
export function libsqlDialect(database: LibsqlDatabase.Database, path: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new LibsqlDriver(database, path),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new UnlockedSqliteCompiler(),
  };
}
