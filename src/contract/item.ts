import * as z from 'zod';

export const authorSchema = z.object({ name: z.string().describe('Name of an author') });

/** One entry of a feed. It has no id: clients identify it by `url`. */
export const itemSchema = z
  .object({
    url: z.string().describe('Address of the item; "" when the source has none'),
    title: z.string().describe('Plain text; "" for entries without a title'),
    description_text: z.string().describe('Plain text'),
    description_html: z.string().describe('Sanitised HTML'),
    thumbnail: z.string().nullable().describe('Address of an image, or null'),
    date_published: z
      .string()
      .nullable()
      .describe('ISO 8601 in UTC; null when the source has no date: dates are never invented'),
    authors: z
      .array(authorSchema)
      .describe('Authors of the source, or the customAuthor of the feed'),
  })
  .meta({ id: 'Item' });

export type Author = z.infer<typeof authorSchema>;
export type Item = z.infer<typeof itemSchema>;

/** Orders of `items`; the default is `last_added`. */
export const SORTS = ['last_added', 'date'] as const;
export type Sort = (typeof SORTS)[number];
