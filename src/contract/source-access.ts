import * as z from 'zod';
import { isUrl } from '../base/url.js';
import { headerNameProblem } from './header-names.js';
import { text } from './values.js';

/** The value that answers show in place of a stored secret. */
export const MASKED = '***';

/**
 * Maximum lengths, in characters; servers reject requests with more than about 16 kB of headers.
 */
const MAX_VALUE_LENGTH = 8192;
const MAX_USER_AGENT_LENGTH = 500;
const MAX_HEADERS = 20;

/** Excludes line breaks, which would start another header, and characters outside Latin-1. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]+$/;

const secret = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((value) => HEADER_VALUE.test(value), {
      error: 'must be one line of Latin characters',
    })
    .refine((value) => value !== MASKED, {
      error: `must be the value itself; ${MASKED} is what the service shows instead of it`,
    });

/** The secret value of a request header. */
const headerValue = secret(MAX_VALUE_LENGTH);

/**
 * User and password are sent as UTF-8 in base64, so only control characters are invalid (RFC 7617).
 */
const basicAuth = z
  .string()
  .max(MAX_VALUE_LENGTH)
  .refine((value) => /^[^:\p{Cc}]+:\P{Cc}*$/u.test(value), {
    error: 'must be a user name and a password as user:password',
  });

/**
 * The field of request headers, for a creation and for a change. @param problemOf the problem with
 * a header name, or null
 */
export function headerFields(problemOf: (name: string) => string | null, doc: string) {
  const check = headersCheck(problemOf);
  return {
    given: z.record(text, headerValue).check(check).optional().describe(doc),
    changed: z
      .record(text, headerValue.nullable())
      .check(check)
      .nullable()
      .optional()
      .describe(`${doc}; null for a header or for all: remove`),
  };
}

/** A check that adds a problem for each header that cannot be set. */
function headersCheck(problemOf: (name: string) => string | null) {
  return ({ value, issues }: z.core.ParsePayload<Record<string, unknown>>): void => {
    const names = Object.keys(value);
    const add = (message: string, path: string[] = []) =>
      issues.push({ code: 'custom', message, input: value, path });
    if (names.length > MAX_HEADERS) add(`must have at most ${MAX_HEADERS} headers`);
    for (const [index, name] of names.entries()) {
      const problem = problemOf(name);
      if (problem !== null) add(problem, [name]);
      const isSame = (other: string) => other.toLowerCase() === name.toLowerCase();
      if (names.findIndex(isSame) < index) add('is given twice', [name]);
    }
  };
}

const proxy = z
  .string()
  .max(2000)
  .refine((value) => isProxy(value), {
    error: 'must be the address of an HTTP proxy such as http://proxy.example.com:3128',
  });

function isProxy(value: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(value) || value.includes('\\') || !isUrl(value)) return false;
  const { pathname, search, hash, username, password } = new URL(value);
  return pathname === '/' && search === '' && hash === '' && isDecodable(username + password);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const headers = headerFields(
  (name) => headerNameProblem(name),
  'Request headers by name, such as Authorization; at most 20',
);

/** The fields besides the headers. */
const VALUES = {
  cookie: { schema: headerValue, doc: 'Cookie header, such as "session=1a2b; lang=en"' },
  basic_auth: {
    schema: basicAuth,
    doc: 'User name and password for HTTP basic authentication, as user:password',
  },
  user_agent: {
    schema: secret(MAX_USER_AGENT_LENGTH),
    doc: 'User-Agent header in place of the one of the service; not a secret',
  },
  proxy: {
    schema: proxy,
    doc: 'HTTP proxy for every request of this feed; only the owner account may set it',
  },
} as const;

function values<S extends z.ZodType>(
  make: (value: (typeof VALUES)[keyof typeof VALUES]) => S,
): Record<keyof typeof VALUES, z.ZodOptional<S>> {
  const made = Object.entries(VALUES).map(([name, value]) => [name, make(value).optional()]);
  return Object.fromEntries(made) as Record<keyof typeof VALUES, z.ZodOptional<S>>;
}

/** The secrets of a source, as callers write them and the service stores them. */
export const sourceAccessSchema = z
  .strictObject({
    headers: headers.given,
    ...values(({ schema, doc }) => schema.describe(doc)),
  })
  .refine(
    ({ headers = {}, basic_auth }) =>
      basic_auth === undefined ||
      !Object.keys(headers).some((name) => name.toLowerCase() === 'authorization'),
    { error: 'must not have both basic_auth and an Authorization header' },
  )
  .meta({
    id: 'SourceAccess',
    description:
      'What a source needs besides its address. Sent to the origin of the source only; never returned',
  });

/** Changes: null removes a value; a field that is left out stays. */
export const updateSourceAccessSchema = z
  .strictObject({
    headers: headers.changed,
    ...values(({ schema, doc }) => schema.nullable().describe(`${doc}; null: remove`)),
  })
  .meta({
    id: 'UpdateSourceAccess',
    description: 'Changes to what a source needs besides its address; only the given values change',
  });

/** The secrets in answers: every value but the user agent is `***`. */
export const maskedAccessSchema = z
  .object({
    headers: z.record(text, text).optional().describe('Each value is ***'),
    ...values(() => text.describe(MASKED)),
    user_agent: text.optional().describe('As it is sent: it is not a secret'),
  })
  .meta({
    id: 'MaskedAccess',
    description: 'Which values a feed sends to its source; the secrets themselves are not returned',
  });

export type SourceAccess = z.infer<typeof sourceAccessSchema>;
export type UpdateSourceAccess = z.infer<typeof updateSourceAccessSchema>;
export type MaskedAccess = z.infer<typeof maskedAccessSchema>;
