import * as z from 'zod';

/** A failure that is part of a result. */
export const failureSchema = z
  .object({
    code: z.string().describe('Code for programs, such as SOURCE_UNREACHABLE'),
    message: z.string().describe('Description of the failure, for people'),
  })
  .describe('A failure that is part of a result');

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
        }),
      )
      .describe('One entry for each problem, at least one'),
  })
  .meta({ id: 'Error' });

export type ErrorBody = z.infer<typeof errorBodySchema>;
