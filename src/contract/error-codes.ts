/**
 * All error codes with HTTP status and short title. The list is complete.
 */
export const ERROR_CODES = {
  INVALID_FIELD: { status: 400, title: 'A field has an invalid value' },
  INVALID_JSON: { status: 400, title: 'The request body is not valid JSON' },
  SOURCE_UNREACHABLE: { status: 400, title: 'The source could not be reached' },
  SOURCE_FORBIDDEN: { status: 400, title: 'The address is not allowed as a source' },
  SOURCE_BLOCKED: { status: 400, title: 'The source blocks automated readers' },
  SOURCE_INVALID: {
    status: 400,
    title: 'The response of the source is neither a feed nor a page',
  },
  SOURCE_TOO_LARGE: { status: 400, title: 'The source exceeds the size limit' },
  ROBOTS_DISALLOWED: { status: 400, title: 'The robots.txt of the site disallows this page' },
  NEEDS_JAVASCRIPT: { status: 400, title: 'The page is empty without JavaScript' },
  NO_ITEMS_FOUND: { status: 400, title: 'No list of items was found on the page' },
  WEBHOOK_FORBIDDEN: { status: 400, title: 'The address is not allowed for a webhook' },
  UNAUTHORIZED: { status: 401, title: 'The key or the secret is missing or wrong' },
  FEED_LIMIT_REACHED: { status: 402, title: 'The account has reached its feed limit' },
  WEBHOOK_LIMIT_REACHED: {
    status: 402,
    title: 'The account has reached its webhook limit',
  },
  KEY_LIMIT_REACHED: { status: 402, title: 'The account has reached its key limit' },
  FORBIDDEN: { status: 403, title: 'The key does not have this permission' },
  ACCOUNT_DISABLED: { status: 403, title: 'The account is disabled' },
  INSECURE_REQUEST: { status: 403, title: 'The request did not use HTTPS' },
  FEED_NOT_FOUND: { status: 404, title: 'The account does not have this feed' },
  BUNDLE_NOT_FOUND: { status: 404, title: 'The account does not have this bundle' },
  WEBHOOK_NOT_FOUND: { status: 404, title: 'The account does not have this webhook' },
  DELIVERY_NOT_FOUND: { status: 404, title: 'The account does not have this delivery' },
  ACCOUNT_NOT_FOUND: { status: 404, title: 'The account does not exist' },
  KEY_NOT_FOUND: { status: 404, title: 'The account does not have this key, or it is revoked' },
  NOT_FOUND: { status: 404, title: 'There is no resource at this path' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'The path does not support this method' },
  REQUEST_TIMEOUT: { status: 408, title: 'The request did not arrive in time' },
  FEED_EXISTS: { status: 409, title: 'The account already has this source with other selectors' },
  ACCOUNT_EXISTS: { status: 409, title: 'Another account has this name' },
  NOT_SERVED: { status: 409, title: 'No process serves this database' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'The request body is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'The request body must be application/json' },
  MISDIRECTED_REQUEST: { status: 421, title: 'The Host header names another service' },
  HEADERS_TOO_LARGE: { status: 431, title: 'The request headers are too large' },
  RATE_LIMITED: { status: 429, title: 'Too many requests' },
  CREATION_LIMIT_REACHED: {
    status: 429,
    title: 'The account has reached its limit of concurrent creations',
  },
  INTERNAL: { status: 500, title: 'Internal error of the service' },
  NOT_READY: { status: 503, title: 'The service is starting or stopping' },
  STORE_UNAVAILABLE: { status: 503, title: 'The database is not available' },
  OVERLOADED: { status: 503, title: 'Too many responses wait for slow clients' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Errors that reading a source can return. */
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
