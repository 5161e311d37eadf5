import type { Selectable } from 'kysely';
import { accountTables } from './tables/accounts.js';
import { feedTables } from './tables/feeds.js';
import { itemTables } from './tables/items.js';
import { processTables, type schemaMigrations } from './tables/processes.js';
import { webhookTables } from './tables/webhooks.js';

export type { Flag } from './tables/table.js';

/** Tables by name, each after those that it refers to, without the index of the search. */
export const TABLES = {
  ...accountTables,
  ...feedTables,
  ...itemTables,
  ...webhookTables,
  ...processTables,
};

type Tables = typeof TABLES & { schema_migrations: typeof schemaMigrations };

type TypesOfTables = { [Name in keyof Tables]: Tables[Name]['types'] };

/** The types of the tables for kysely. */
export interface Database extends TypesOfTables {}

/** A row as it is read. */
export type RowOf<Name extends keyof Database> = Selectable<Database[Name]>;
