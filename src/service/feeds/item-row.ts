import type { Selectable } from 'kysely';
import type { ItemsTable } from '../store/schema.js';

/** What an item looks like from outside is made of these, and what publishing needs beside. */
export const ITEM_COLUMNS = [
  'items.feed_id',
  'items.identity',
  'items.url',
  'items.title',
  'items.description_text',
  'items.description_html',
  'items.thumbnail',
  'items.date_published',
  'items.authors',
  'items.added_at',
  'items.position',
] as const;

type ItemColumn<Qualified extends string> = Qualified extends `items.${infer Name}` ? Name : never;

export type ItemRow = Pick<
  Selectable<ItemsTable>,
  ItemColumn<(typeof ITEM_COLUMNS)[number]> & keyof ItemsTable
>;
