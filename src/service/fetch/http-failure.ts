import { parseRetryAfter } from '../../base/retry-after.js';
import type { ErrorCode } from '../../contract/index.js';
import { ServiceError } from '../core/errors.js';
import { botWall } from './bot-wall.js';
import type { FetchedDocument } from './fetched-document.js';

/** The error of an answer whose status is no success. */
export function httpFailure(answer: FetchedDocument, now: number): SourceError {
  const { status, headers } = answer;
  const host = new URL(answer.url).host;
  const options = {
    httpStatus: status,
    retryAfterSeconds: parseRetryAfter(headers['retry-after'], now),
  };
  const wall = botWall(headers, answer.body.toString('latin1'));
  if (wall !== null) return blocked(host, wall, options);
  if (status === 401 || status === 403) {
    return new SourceError(
      'SOURCE_BLOCKED',
      `${host} answered HTTP ${status}: it does not let this service read ${answer.url}.`,
      options,
    );
  }
  return new SourceError('SOURCE_UNREACHABLE', `${host} answered ${meaning(answer)}`, options);
}

/** The error of an answer that is a bot wall, whatever its status. */
export function blocked(
  host: string,
  vendor: string,
  options: { httpStatus: number; retryAfterSeconds?: number | undefined },
): SourceError {
  return new SourceError(
    'SOURCE_BLOCKED',
    `${host} turns automated readers away (${vendor} challenge, HTTP ${options.httpStatus}). ` +
      'Look for a feed address of the site, or ask its owner to let feed readers in.',
    options,
  );
}

function meaning({ status, url }: FetchedDocument): string {
  if (status === 404) return `HTTP 404: there is nothing at ${url}. Check the address.`;
  if (status === 410) return `HTTP 410: ${url} is gone for good.`;
  if (status === 429) return 'HTTP 429: it is asked too often. Try again later.';
  if (status >= 500) return `HTTP ${status}: the site has a fault of its own. Try again later.`;
  return `HTTP ${status} for ${url}.`;
}

/** A source that could not be read, with what refresh needs to decide when to look again. */
export class SourceError extends ServiceError {
  /** HTTP status of the final answer, when there was one: 410 twice makes a feed inactive. */
  readonly httpStatus: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; httpStatus?: number; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(code, message, {
      cause: options.cause,
      ...(options.retryAfterSeconds === undefined
        ? {}
        : { retryAfterSeconds: options.retryAfterSeconds }),
    });
    this.name = 'SourceError';
    this.httpStatus = options.httpStatus ?? null;
  }
}

/** The refusal of an address, in the words of the address policy. */
export function forbiddenAddress(host: string, reason: string): SourceError {
  const what = reason === 'a private address' || reason === 'a loopback address';
  // The resolved address itself is not told: it would let a stranger map an internal network.
  return new SourceError(
    'SOURCE_FORBIDDEN',
    `${host} is ${reason}, which this service does not connect to.${
      what ? ' The operator can allow it with FEEDCTL_ALLOW_PRIVATE_NETWORKS=1.' : ''
    }`,
  );
}
