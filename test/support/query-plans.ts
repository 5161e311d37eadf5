import { type KyselyPlugin, sql } from 'kysely';
import { isPostgres } from '../../src/service/store/dialect.js';
import type { Db } from '../../src/service/store/store.js';

/**
 * What the database makes of every statement that `work` runs on the database it is given, a line a step.
 * @param isGeneric the plan that PostgreSQL may keep for a statement, made without its parameters
 */
export async function plansOf(
  db: Db,
  work: (watched: Db) => Promise<unknown>,
  { isGeneric = false } = {},
): Promise<string[]> {
  const seen: Parameters<NonNullable<KyselyPlugin['transformQuery']>>[0][] = [];
  const watched = db.withPlugin({
    transformQuery: (query) => {
      seen.push(query);
      return query.node;
    },
    transformResult: async ({ result }) => result,
  });
  await work(watched);
  const plans = seen.map(async ({ node, queryId }) => {
    const { sql: text, parameters } = db.getExecutor().compileQuery(node, queryId);
    const [command, column] = isPostgres(db)
      ? ([isGeneric ? 'explain (generic_plan)' : 'explain', 'QUERY PLAN'] as const)
      : (['explain query plan', 'detail'] as const);
    const given = isGeneric ? [] : parameters;
    const explain = { ...sql.raw(`${command} ${text}`).compile(db), parameters: given };
    const { rows } = await db.executeQuery<Record<string, string>>(explain);
    return rows.map((row) => row[column] ?? '');
  });
  return (await Promise.all(plans)).flat();
}
