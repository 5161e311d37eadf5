import { type SelectQueryNode, SqliteQueryCompiler } from 'kysely';

/**
 * SQLite's SQL without row locks, which it has no word for: a transaction that writes has the whole
 * database from its beginning.
 */
export class UnlockedSqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectQuery(node: SelectQueryNode): void {
    const { endModifiers: _locks, ...query } = node;
    super.visitSelectQuery(query);
  }
}
