import type { Kysely } from 'kysely';
import type { Migration } from './migration.js';

/** Filters of feeds and bundles. Those of webhooks become rules: several words were a phrase. */
export const filters: Migration = {
  version: 19,
  name: 'filters',
  async up(db) {
    await db.schema.alterTable('feeds').addColumn('filters', 'text').execute();
    await db.schema.alterTable('bundles').addColumn('filters', 'text').execute();
    await quotePhrases(db as Kysely<Webhooks>);
  },
};

interface Webhooks {
  webhooks: { id: string; filter: string };
}

interface StoredFilter {
  include: string[];
  exclude: string[];
}

async function quotePhrases(db: Kysely<Webhooks>): Promise<void> {
  const webhooks = await db.selectFrom('webhooks').select(['id', 'filter']).execute();
  for (const { id, filter } of webhooks) {
    const { include, exclude, ...rest } = JSON.parse(filter) as StoredFilter;
    if (include.length + exclude.length === 0) continue;
    const rules = { include: include.map(ruleOf), exclude: exclude.map(ruleOf), ...rest };
    await db
      .updateTable('webhooks')
      .set({ filter: JSON.stringify(rules) })
      .where('id', '=', id)
      .execute();
  }
}

/** A single word stays; anything else would mean something else as a rule without quotes. */
function ruleOf(text: string): string {
  return /^[\p{L}\p{N}]+\**$/u.test(text) ? text : `"${text}"`;
}
