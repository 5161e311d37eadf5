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

/** Kysely on a pool of connections to PostgreSQL. The owner of the pool must end it. */
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
 * Retries a transaction that failed because of a concurrent one (SQLSTATE 40001, 40P01). Code within a
 * transaction must therefore have no side effects outside the database: it may run twice.
 */
class RetryingKysely extends Kysely<Database> {
  override transaction(): TransactionBuilder<Database> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => retryConflicts(() => execute(work));
    return builder;
  }
}

/** Compiles SQL that PostgreSQL would otherwise interpret differently from SQLite. */
class BytewiseCollationCompiler extends PostgresQueryCompiler {
  /** Orders text bytewise, because the collation of the database differs between hosts. */
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    const defines = this.parentNode?.kind === 'ColumnDefinitionNode';
    if (defines && node.dataType === 'text') this.append(' collate "C"');
  }

  /** `in ()` is false in SQLite and an error here. Only text columns are searched this way. */
  protected override visitPrimitiveValueList(node: PrimitiveValueListNode): void {
    if (node.values.length === 0) this.append('(select null::text where false)');
    else super.visitPrimitiveValueList(node);
  }
}
