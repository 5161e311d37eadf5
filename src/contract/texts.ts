import * as z from 'zod';
import { MAX_TEXT_ITEMS } from './sizes.js';

export const fetchTextsBodySchema = z
  .strictObject({
    limit: z
      .int()
      .min(1)
      .max(MAX_TEXT_ITEMS)
      .optional()
      .describe(`The newest items, at most so many: 1-${MAX_TEXT_ITEMS}; default all`),
    missing: z
      .boolean()
      .optional()
      .describe('Only items without the text of their page; default false: all are fetched again'),
    cursor: z
      .string()
      .max(1000)
      .optional()
      .describe('From the previous response: resume there; other fields are then ignored'),
  })
  .meta({ id: 'FetchTexts', description: 'The items whose pages to fetch' });

export const fetchedTextsSchema = z
  .object({
    fetched: z.int().describe('Items that have the text of their page now'),
    failed: z.int().describe('Items whose page gave no text; they keep the text they had'),
    failures: z
      .array(
        z.object({
          url: z.string().describe('Address of the page'),
          code: z.string().describe('Error code'),
          message: z.string().describe('What is wrong'),
        }),
      )
      .describe('Why pages gave no text'),
    cursor: z
      .string()
      .nullable()
      .describe('Send it again to fetch the rest; null when all are done'),
  })
  .meta({ id: 'FetchedTexts', description: 'Texts fetched by one request, and the cursor' });

export type FetchTextsBody = z.infer<typeof fetchTextsBodySchema>;
export type FetchedTexts = z.infer<typeof fetchedTextsSchema>;
