import * as z from 'zod';
import { ITEM_EXTRAS, ITEM_FIELDS, ITEM_NOTES } from '../resources/answers.js';
import { shown, shownExtensions } from './shown.js';

export const itemExtrasSchema = z.object(shownExtensions(ITEM_EXTRAS));

export const itemSchema = z
  .object({
    ...shown(ITEM_FIELDS),
    ...itemExtrasSchema.shape,
    ...shownExtensions(ITEM_NOTES),
  })
  .meta({
    id: 'Item',
    description: 'One entry of a feed. Clients identify it by guid, at services without one by url',
  });

export type ItemExtras = z.infer<typeof itemExtrasSchema>;
export type Item = z.infer<typeof itemSchema>;
