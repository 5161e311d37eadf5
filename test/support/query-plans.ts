import { type KyselyPlugin, sql } from 'kysely';
import type { Db } from '../../src/service/store/store.js';

/** What SQLite makes of every statement that `work` runs on the database it is given, a line a step. */
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
    const explain = { ...sql.raw(`explain query plan ${text}`).compile(db), parameters };
    const { rows } = await db.executeQuery<{ detail: string }>(explain);
    return rows.map((row) => row.detail);
  });
  return (await Promise.all(plans)).flat();
}
