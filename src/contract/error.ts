import * as z from 'zod';
import { selectorsSchema } from './selectors.js';

/** A failure that is part of a result. */
export const failureSchema = z
  .object({
    code: z.string().describe('Code for programs, such as SOURCE_UNREACHABLE'),
    message: z.string().describe('Description of the failure, for people'),
  })
  .describe('A failure that is part of a result');

/** The list that a page without a certain list most likely has. */
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
          list: likelyListSchema
            .optional()
            .describe('With NO_ITEMS_FOUND: the most likely list of the page, where it has one'),
        }),
      )
      .describe('One entry for each problem, at least one'),
  })
  .meta({ id: 'Error' });

export type ErrorBody = z.infer<typeof errorBodySchema>;
