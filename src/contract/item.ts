import * as z from 'zod';

export const authorSchema = z.object({ name: z.string() });

/** One entry of a feed. Identity across refreshes is the service's affair; on the wire it is `url`. */
export const itemSchema = z
  .object({
    url: z.string().describe('Address of the item; empty when the source gives none'),
    title: z.string(),
    description_text: z.string().describe('Plain text'),
    description_html: z.string().describe('Sanitised HTML'),
    thumbnail: z.string().nullable().describe('Address of an image'),
    date_published: z
      .string()
      .nullable()
      .describe('ISO 8601 in UTC, or null when the source shows none; never invented'),
    authors: z
      .array(authorSchema)
      .describe("The source's authors, or the feed's customAuthor when one is set"),
  })
  .meta({ id: 'Item' });

export type Author = z.infer<typeof authorSchema>;
export type Item = z.infer<typeof itemSchema>;

/** Orders of `items`, specification section 4. Omitted means `last_added`. */
export const SORTS = ['last_added', 'date'] as const;
export type Sort = (typeof SORTS)[number];
