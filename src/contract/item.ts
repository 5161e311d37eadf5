import * as z from 'zod';

export const authorSchema = z
  .object({ name: z.string().describe('Name of an author') })
  .describe('Who wrote an item');

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
  .meta({
    id: 'Item',
    description: 'One entry of a feed. It has no id: clients identify it by url',
  });

export type Author = z.infer<typeof authorSchema>;
export type Item = z.infer<typeof itemSchema>;

export const sortSchema = z
  .enum(['last_added', 'date'])
  .describe('Order of items: as the service added them (newest first), or by date of publication');
export type Sort = z.infer<typeof sortSchema>;
