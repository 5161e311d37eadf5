/** Headers of one connection (RFC 9110, section 7.6.1): no proxy forwards them. */
export const HOP_BY_HOP: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * Headers that a feed cannot set: they control the connection (RFC 9110, section 7.6.1), or the
 * service computes them, such as those of conditional requests.
 */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'content-type',
  'content-encoding',
  ...HOP_BY_HOP,
  'http2-settings',
  'expect',
  'accept-encoding',
  'range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
]);

/** Headers that have a field of their own, from which the service writes them. */
const OWN_FIELDS: Readonly<Record<string, string>> = {
  cookie: 'cookie',
  'user-agent': 'user_agent',
};

/** Headers of https://www.standardwebhooks.com, which the service writes. */
const WEBHOOK_HEADERS: ReadonlySet<string> = new Set([
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
]);

const SET_BY_SERVICE = 'is set by the service and cannot be changed';

/** Syntax of a header name (RFC 9110, section 5.1). */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * The problem with a header name, or null. @param fieldOf writes the field of a header that has
 * one, in the caller's format
 */
export function headerNameProblem(
  name: string,
  fieldOf: (field: string) => string = (field) => `"${field}"`,
): string | null {
  if (name.length > 100 || !HEADER_NAME.test(name)) return 'is not the name of a header';
  const lower = name.toLowerCase();
  if (RESERVED_HEADERS.has(lower)) return SET_BY_SERVICE;
  const field = OWN_FIELDS[lower];
  return field === undefined ? null : `has a field of its own: ${fieldOf(field)}`;
}

/** As `headerNameProblem`, for the requests of a webhook. */
export function webhookHeaderProblem(name: string): string | null {
  const lower = name.toLowerCase();
  if (WEBHOOK_HEADERS.has(lower)) return SET_BY_SERVICE;
  return Object.hasOwn(OWN_FIELDS, lower) ? null : headerNameProblem(name);
}
