import {
  type DataTypeNode,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type PrimitiveValueListNode,
  type TransactionBuilder,
} from 'kysely';
import type { Pool } from 'pg';
import type { Database } from '../schema.js';
import { type DriverOptions, PostgresDriver, retryConflicts } from './postgres-driver.js';

/** Kysely on a pool of connections to PostgreSQL. The pool is its owner's to end. */
export function postgresKysely(pool: Pool, options: DriverOptions): Kysely<Database> {
  return new RetryingKysely({ dialect: postgresDialect(pool, options) });
}

function postgresDialect(pool: Pool, options: DriverOptions): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDriver(pool, options),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new BytewiseCollationCompiler(),
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

/** PostgreSQL's SQL, where it would mean something else than on SQLite. */
class BytewiseCollationCompiler extends PostgresQueryCompiler {
  /** Text is ordered by its bytes: the database's own collation differs from host to host. */
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    const defines = this.parentNode?.kind === 'ColumnDefinitionNode';
    if (defines && node.dataType === 'text') this.append(' collate "C"');
  }

  /** `in ()` is false for SQLite and an error here. All that is searched this way is text. */
  protected override visitPrimitiveValueList(node: PrimitiveValueListNode): void {
    if (node.values.length === 0) this.append('(select null::text where false)');
    else super.visitPrimitiveValueList(node);
  }
}
