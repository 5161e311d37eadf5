import {
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type TransactionBuilder,
} from 'kysely';
import type { Pool } from 'pg';
import type { Database } from '../schema.js';
import { AlikePostgresCompiler } from './postgres-compiler.js';
import { type DriverOptions, PostgresDriver } from './postgres-driver.js';
import { retryConflicts } from './retry-conflicts.js';

/** Kysely on a pool of connections to PostgreSQL. The pool is its owner's to end. */
export function postgresKysely(pool: Pool, options: DriverOptions): Kysely<Database> {
  return new RetryingKysely({ dialect: postgresDialect(pool, options) });
}

function postgresDialect(pool: Pool, options: DriverOptions): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDriver(pool, options),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new AlikePostgresCompiler(),
  };
}

/**
 * Begins a transaction again that had to give way to another one (SQLSTATE 40001, 40P01). So what is
 * done within one is done with the database alone: it may be done twice.
 */
class RetryingKysely extends Kysely<Database> {
  override transaction(): TransactionBuilder<Database> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => retryConflicts(() => execute(work));
    return builder;
  }
}
