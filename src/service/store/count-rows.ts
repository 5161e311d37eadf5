import type { SelectQueryBuilder } from 'kysely';

/** The number of rows of a query; PostgreSQL returns counts as strings. */
export async function countRows<Tables, Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const { rows } = await query
    .clearOrderBy()
    .select(({ fn }) => fn.countAll().as('rows'))
    .$castTo<{ rows: string | number | bigint }>()
    .executeTakeFirstOrThrow();
  return Number(rows);
}
