import { parseRateLimitReset, parseRetryAfter } from '../../base/retry-after.js';
import type { ErrorCode } from '../../contract/index.js';
import { SERVICE_SETTINGS } from '../../resources/operator.js';
import { type ErrorFacts, ServiceError } from '../core/errors.js';
import { botWall } from './bot-wall.js';
import type { FetchedDocument } from './fetched-document.js';

/** The error for a response with an error status. */
export function httpFailure(answer: FetchedDocument, now: number): SourceError {
  const { status, headers } = answer;
  const host = new URL(answer.url).host;
  const options = {
    httpStatus: status,
    url: answer.url,
    retryAfterSeconds:
      parseRetryAfter(headers['retry-after'], now) ?? parseRateLimitReset(headers, now),
  };
  const wall = botWall(headers, answer.body.bytes.toString('latin1'));
  if (wall !== null) return blocked(host, wall, options);
  if (status === 401 || status === 403) {
    return new SourceError(
      'SOURCE_BLOCKED',
      `${host} answered HTTP ${status}: it does not allow this service to read ${answer.url}.`,
      options,
    );
  }
  return new SourceError('SOURCE_UNREACHABLE', `${host} answered ${meaning(answer)}`, options);
}

/** The error for a bot challenge, whatever its status. */
export function blocked(
  host: string,
  vendor: string,
  options: { httpStatus: number; url?: string; retryAfterSeconds?: number | undefined },
): SourceError {
  return new SourceError(
    'SOURCE_BLOCKED',
    `${host} blocks automated readers (${vendor} challenge, HTTP ${options.httpStatus}). ` +
      'Look for a feed address of the site, or ask its owner to allow feed readers.',
    options,
  );
}

function meaning({ status, url }: FetchedDocument): string {
  if (status === 404) return `HTTP 404: ${url} was not found. Check the address.`;
  if (status === 410) return `HTTP 410: ${url} was permanently removed.`;
  if (status === 429) return 'HTTP 429: too many requests. Try again later.';
  if (status >= 500) return `HTTP ${status}: server error of the site. Try again later.`;
  return `HTTP ${status} for ${url}.`;
}

/** A source that could not be read, with the facts that the refresh schedule needs. */
export class SourceError extends ServiceError {
  /** HTTP status of the final response, if any: 410 twice makes a feed inactive. */
  readonly httpStatus: number | null;
  /** Address of the final response after redirects, if any. */
  readonly url: string | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorFacts & { httpStatus?: number; url?: string } = {},
  ) {
    super(code, message, options);
    this.name = 'SourceError';
    this.httpStatus = options.httpStatus ?? null;
    this.url = options.url ?? null;
  }
}

/** The rejection of an address, with the reason of the address policy. */
export function forbiddenAddress(host: string, reason: string): SourceError {
  const what = reason === 'a private address' || reason === 'a loopback address';
  // The resolved address is not shown, because it would allow mapping an internal network.
  return new SourceError(
    'SOURCE_FORBIDDEN',
    `${host} is ${reason}, which this service does not connect to.${
      what ? ` The operator can allow it with ${SERVICE_SETTINGS.allowPrivateNetworks.name}=1.` : ''
    }`,
  );
}
