import * as z from 'zod';
import { selectorsSchema } from './selectors.js';

/** The next request after an error: clients show a command or a button for it. */
export const nextRequestSchema = z
  .object({
    operation: z.string().describe('Its operationId in the OpenAPI document, such as createFeed'),
    id: z.string().optional().describe('Id in its path'),
    body: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('What to send, besides what the refused request sent'),
    fields: z
      .array(z.string())
      .optional()
      .describe('Fields of the refused request that belong to this one'),
  })
  .meta({ id: 'NextRequest', description: 'The request that leads on from an error' });

/** A failure that is part of a result. */
export const failureSchema = z
  .object({
    code: z.string().describe('Code for programs, such as SOURCE_UNREACHABLE'),
    message: z.string().describe('Description of the failure, for people'),
  })
  .describe('A failure that is part of a result');

/** The most likely list of a page on which no list is certain. */
export const likelyListSchema = z
  .object({
    items: z.int().min(1).describe('Number of its items'),
    titles: z.array(z.string()).describe('Titles of its first items'),
    selectors: selectorsSchema,
  })
  .meta({
    id: 'LikelyList',
    description: 'A list of a page, and selectors that were tried on the page and give its items',
  });

export type LikelyList = z.infer<typeof likelyListSchema>;

/** The body of every error response. */
export const errorBodySchema = z
  .object({
    message: z.string().describe('What is wrong and what to do, for people'),
    statusCode: z.int().describe('HTTP status code'),
    errors: z
      .array(
        z.object({
          title: z.string().describe('The problem in one sentence'),
          code: z.string().describe('Code for programs, such as INVALID_FIELD'),
          next: nextRequestSchema
            .optional()
            .describe('The request that leads on, where there is one'),
          list: likelyListSchema
            .optional()
            .describe('With NO_ITEMS_FOUND: the most likely list of the page, where it has one'),
        }),
      )
      .describe('One entry for each problem, at least one'),
  })
  .meta({ id: 'Error' });

export type ErrorBody = z.infer<typeof errorBodySchema>;
