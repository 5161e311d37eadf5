import type { Selectable } from 'kysely';
import type { ItemsTable } from '../store/schema.js';

/** What an item looks like from outside is made of these. */
export const SHOWN_COLUMNS = [
  'items.url',
  'items.title',
  'items.description_text',
  'items.description_html',
  'items.thumbnail',
  'items.date_published',
  'items.authors',
] as const;

/** These, and what publishing needs beside. */
export const ITEM_COLUMNS = [
  'items.feed_id',
  'items.identity',
  ...SHOWN_COLUMNS,
  'items.added_at',
  'items.position',
] as const;

type ItemColumn<Qualified extends string> = Qualified extends `items.${infer Name}` ? Name : never;

export type ItemRow = Pick<
  Selectable<ItemsTable>,
  ItemColumn<(typeof ITEM_COLUMNS)[number]> & keyof ItemsTable
>;

export type ShownItem = Pick<ItemRow, ItemColumn<(typeof SHOWN_COLUMNS)[number]> & keyof ItemRow>;
