import * as z from 'zod';
import { droppedBySchema } from './filters/index.js';

export const authorSchema = z
  .object({ name: z.string().describe('Name of an author') })
  .describe('Who wrote an item');

/** A file of an item: an episode, a video, a document. */
export const attachmentSchema = z
  .object({
    url: z.string().describe('Address of the file, as the source names it; never fetched'),
    mime_type: z
      .string()
      .describe(
        'Media type; from the file name, else application/octet-stream, when the source has none',
      ),
    size_in_bytes: z.int().optional().describe('Size; absent when the source does not say'),
    duration_in_seconds: z
      .int()
      .optional()
      .describe('Duration of audio or video, in whole seconds'),
    title: z.string().optional().describe('Title of the file'),
  })
  .meta({ id: 'Attachment', description: 'A file of an item: an episode, a video, a document' });

/** What only some sources say of an item. Each field is absent when the source has none. */
const extraFields = {
  attachments: z
    .array(attachmentSchema)
    .optional()
    .describe('Extension: enclosures and media of the item, at most 20'),
  tags: z
    .array(z.string())
    .optional()
    .describe('Extension: categories of the item, plain text, at most 100'),
  date_modified: z
    .string()
    .optional()
    .describe('Extension: time of the last change as the source states it; ISO 8601 in UTC'),
  summary: z
    .string()
    .optional()
    .describe('Extension: plain text of the summary that the source gives beside the whole text'),
  comments_url: z.string().optional().describe('Extension: address of the page with the comments'),
  external_url: z
    .string()
    .optional()
    .describe('Extension: address of the page elsewhere that the item is about'),
  language: z.string().optional().describe('Extension: BCP 47 tag of the language of the item'),
};

export const itemExtrasSchema = z.object(extraFields);

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
    ...extraFields,
    text_pending: z
      .literal(true)
      .optional()
      .describe(
        'Extension: the page of the item is still to be fetched; then it has its full text',
      ),
    feed: z
      .object({
        id: z.string().describe('Id of the feed'),
        title: z.string().describe('Title of the feed'),
      })
      .optional()
      .describe('Extension: the feed that the item came from; in bundles only'),
    dropped_by: droppedBySchema
      .optional()
      .describe('Extension: what hides the item; only on request, with dropped'),
  })
  .meta({
    id: 'Item',
    description: 'One entry of a feed. It has no id: clients identify it by url',
  });

export type Author = z.infer<typeof authorSchema>;
export type Attachment = z.infer<typeof attachmentSchema>;
export type ItemExtras = z.infer<typeof itemExtrasSchema>;
export type Item = z.infer<typeof itemSchema>;
