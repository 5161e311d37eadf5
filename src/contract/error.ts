import * as z from 'zod';

/**
 * Every error code with its HTTP status and its short title. The list is complete.
 */
export const ERROR_CODES = {
  INVALID_FIELD: { status: 400, title: 'A field has a value that is not allowed' },
  INVALID_JSON: { status: 400, title: 'The request body is not valid JSON' },
  SOURCE_UNREACHABLE: { status: 400, title: 'The source could not be reached' },
  SOURCE_FORBIDDEN: { status: 400, title: 'The address is not allowed as a source' },
  SOURCE_BLOCKED: { status: 400, title: 'The source turns automated readers away' },
  SOURCE_INVALID: {
    status: 400,
    title: 'The source answered something that is not a feed or a page',
  },
  SOURCE_TOO_LARGE: { status: 400, title: 'The source is larger than the service reads' },
  ROBOTS_DISALLOWED: { status: 400, title: 'The site asks robots not to read this page' },
  NEEDS_JAVASCRIPT: { status: 400, title: 'The page is empty without JavaScript' },
  NO_ITEMS_FOUND: { status: 400, title: 'Nothing on the page looks like a list of items' },
  WEBHOOK_FORBIDDEN: { status: 400, title: 'The address is not allowed for a webhook' },
  UNAUTHORIZED: { status: 401, title: 'The key or the secret is missing or wrong' },
  FEED_LIMIT_REACHED: { status: 402, title: 'The account has as many feeds as it may have' },
  WEBHOOK_LIMIT_REACHED: {
    status: 402,
    title: 'The account has as many webhooks as it may have',
  },
  KEY_LIMIT_REACHED: { status: 402, title: 'The account has as many keys as it may have' },
  FORBIDDEN: { status: 403, title: 'The key may not do this' },
  ACCOUNT_DISABLED: { status: 403, title: 'The account is switched off' },
  INSECURE_REQUEST: { status: 403, title: 'The request did not come over HTTPS' },
  FEED_NOT_FOUND: { status: 404, title: 'There is no such feed in this account' },
  BUNDLE_NOT_FOUND: { status: 404, title: 'There is no such bundle in this account' },
  WEBHOOK_NOT_FOUND: { status: 404, title: 'There is no such webhook in this account' },
  DELIVERY_NOT_FOUND: { status: 404, title: 'There is no such delivery in this account' },
  ACCOUNT_NOT_FOUND: { status: 404, title: 'There is no such account' },
  KEY_NOT_FOUND: { status: 404, title: 'There is no such key in use in this account' },
  NOT_FOUND: { status: 404, title: 'There is nothing at this address' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'The address does not take this method' },
  FEED_EXISTS: { status: 409, title: 'The account already has this source with other selectors' },
  ACCOUNT_EXISTS: { status: 409, title: 'Another account has this name' },
  NOT_SERVED: { status: 409, title: 'Nothing serves the database on a port now' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'The request body is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'The request body must be application/json' },
  MISDIRECTED_REQUEST: { status: 421, title: 'The Host header names another service' },
  RATE_LIMITED: { status: 429, title: 'Too many requests' },
  CREATION_LIMIT_REACHED: {
    status: 429,
    title: 'The account is making as many feeds at once as it may make',
  },
  INTERNAL: { status: 500, title: 'The service failed' },
  NOT_READY: { status: 503, title: 'The service is starting or stopping' },
  STORE_UNAVAILABLE: { status: 503, title: 'The database cannot be used right now' },
  OVERLOADED: { status: 503, title: 'Too many answers wait for clients that do not read them' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** What reading a source may end with. */
export const SOURCE_ERRORS = [
  'SOURCE_UNREACHABLE',
  'SOURCE_FORBIDDEN',
  'SOURCE_BLOCKED',
  'SOURCE_INVALID',
  'SOURCE_TOO_LARGE',
  'ROBOTS_DISALLOWED',
  'NEEDS_JAVASCRIPT',
  'NO_ITEMS_FOUND',
] as const satisfies readonly ErrorCode[];

/** A failure that is part of a result. */
export const failureSchema = z
  .object({
    code: z.string().describe('Code for programs, such as SOURCE_UNREACHABLE'),
    message: z.string().describe('What is wrong, for people'),
  })
  .describe('A failure that is part of a result');

/** The body of every error answer. */
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
