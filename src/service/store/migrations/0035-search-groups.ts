import { sql } from 'kysely';
import { isPostgres } from '../dialect.js';
import type { Migration } from './migration.js';

/**
 * The search index of PostgreSQL also finds items by groups of consecutive numbers, so that the newest
 * of many matches are found without reading the others; see search/postgres-slices.ts. The words of
 * the groups are made by the index: no row changes. `fastupdate = off`: a search would read the list
 * of what is not in the index yet, up to 4 MB, each time. Takes minutes for a million items.
 */
export const searchGroups: Migration = {
  version: 35,
  name: 'search-groups',
  async up(db) {
    if (!isPostgres(db)) return;
    await sql`drop index item_search_words`.execute(db);
    await sql`
      create index item_search_words on item_search using gin ((words || array_to_tsvector(array[
        '%10:' || (id >> 10)::text, '%14:' || (id >> 14)::text, '%18:' || (id >> 18)::text
      ]))) with (fastupdate = off)
    `.execute(db);
  },
};
