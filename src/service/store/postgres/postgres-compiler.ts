import { type DataTypeNode, PostgresQueryCompiler, type PrimitiveValueListNode } from 'kysely';

/** PostgreSQL's SQL, where it would mean something else than on SQLite. */
export class AlikePostgresCompiler extends PostgresQueryCompiler {
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
