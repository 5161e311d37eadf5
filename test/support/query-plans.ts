import { type KyselyPlugin, sql } from 'kysely';
import { isPostgres } from '../../src/service/store/dialect.js';
import type { Db } from '../../src/service/store/store.js';

/** What the database makes of every statement that `work` runs on the database it is given, a line a step. */
export async function plansOf(db: Db, work: (watched: Db) => Promise<unknown>): Promise<string[]> {
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
      ? (['explain', 'QUERY PLAN'] as const)
      : (['explain query plan', 'detail'] as const);
    const explain = { ...sql.raw(`${command} ${text}`).compile(db), parameters };
    const { rows } = await db.executeQuery<Record<string, string>>(explain);
    return rows.map((row) => row[column] ?? '');
  });
  return (await Promise.all(plans)).flat();
}
