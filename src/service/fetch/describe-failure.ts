import { maxHeaderSize } from 'node:http';
import { errors } from 'undici';
import { SERVICE_SETTINGS } from '../../resources/operator.js';
import { SourceError } from './http-failure.js';
import { ProxyFailure } from './proxy-dispatcher.js';

const TLS_CODES =
  /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO|HOSTNAME_MISMATCH)/;

const CONNECTION_FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection: no server is listening on that port',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  UND_ERR_SOCKET: 'closed the connection',
  EHOSTUNREACH: 'cannot be reached from this machine',
  ENETUNREACH: 'cannot be reached from this machine',
  EADDRNOTAVAIL: 'cannot be reached from this machine',
  ETIMEDOUT: 'does not respond',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'sent more or less than its Content-Length says',
  UND_ERR_HEADERS_TIMEOUT: 'does not respond',
  UND_ERR_BODY_TIMEOUT: 'stopped responding before the response was complete',
};

/** Converts errors of Node, undici or OpenSSL to messages that name the host and the problem. */
export function describeFailure(
  error: unknown,
  host: string,
  timing: { connectTimeoutMs: number; isFeedProxy?: boolean },
): SourceError {
  if (error instanceof SourceError) return error;
  if (error instanceof ProxyFailure) return proxyFailure(error, host, timing);
  // undici's ProxyAgent reports a 407 of a proxy without a tunnel like this.
  if (error instanceof errors.InvalidArgumentError && error.message.includes('(407)')) {
    return proxyFailure(new ProxyFailure(407, error), host, timing);
  }
  const code = errorCode(error);
  if (code === 'ENOTFOUND' || code === 'EAI_NODATA' || code === 'EAI_NONAME') {
    return unreachable(
      error,
      `${host} cannot be looked up. Is the address right, and is this machine online?`,
    );
  }
  if (code.startsWith('EAI_')) {
    return unreachable(error, `The name ${host} could not be resolved (DNS). Try again later.`);
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT') {
    const seconds = timing.connectTimeoutMs / 1000;
    return unreachable(error, `${host} did not accept a connection within ${seconds} s.`);
  }
  if (code.endsWith('_ALERT_NO_APPLICATION_PROTOCOL')) {
    return unreachable(
      error,
      `${host} accepts HTTP/2 only; this service reads HTTP/1.1. Look for another address of the feed.`,
    );
  }
  if (TLS_CODES.test(code)) {
    return unreachable(
      error,
      `The secure connection to ${host} failed (TLS: ${tlsReason(code)}). ` +
        'Check the certificate of the site, or try http://.',
    );
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'HPE_HEADER_OVERFLOW') {
    return new SourceError(
      'SOURCE_INVALID',
      `${host} sent response headers of more than ${maxHeaderSize / 1024} KB, the limit of this service.`,
      { cause: error },
    );
  }
  // undici sets no code on its parser error when the first line is not HTTP.
  if (error instanceof errors.HTTPParserError || code.startsWith('HPE_')) {
    return new SourceError('SOURCE_INVALID', `The response of ${host} is not HTTP.`, {
      cause: error,
    });
  }
  const known = CONNECTION_FAILURES[code];
  return unreachable(
    error,
    known === undefined
      ? `The request to ${host} failed${code === '' ? '' : ` (${code})`}.`
      : `${host} ${known}.`,
  );
}

/** Names the setting, not its value, because tenants read this and it may contain a password. */
function proxyFailure(
  failure: ProxyFailure,
  host: string,
  { connectTimeoutMs, isFeedProxy = false }: { connectTimeoutMs: number; isFeedProxy?: boolean },
): SourceError {
  const { status, cause } = failure;
  const proxy = isFeedProxy ? 'The proxy of this feed' : 'The proxy of this service';
  const [add, check] = isFeedProxy
    ? ['Add them to the proxy of the feed.', 'Check the proxy of the feed.']
    : [
        `The operator must add them to ${SERVICE_SETTINGS.fetchProxy.name}.`,
        `The operator must check ${SERVICE_SETTINGS.fetchProxy.name}.`,
      ];
  if (status === 407) {
    return unreachable(failure, `${proxy} requires a user name and password (HTTP 407). ${add}`);
  }
  if (status !== null) {
    return unreachable(failure, `${proxy} did not connect to ${host} (HTTP ${status}).`);
  }
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    const seconds = connectTimeoutMs / 1000;
    return unreachable(failure, `${proxy} did not connect to ${host} within ${seconds} s.`);
  }
  const code = errorCode(cause);
  return unreachable(
    failure,
    `${proxy} cannot be reached${code === '' ? '' : ` (${code})`}. ${check}`,
  );
}

/** The error for the total timeout. */
export function timedOut(host: string, timeoutMs: number): SourceError {
  return new SourceError(
    'SOURCE_UNREACHABLE',
    `${host} did not complete its response within ${timeoutMs / 1000} s (timeout). Try again later.`,
  );
}

function unreachable(cause: unknown, message: string): SourceError {
  return new SourceError('SOURCE_UNREACHABLE', message, { cause });
}

function errorCode(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as NodeJS.ErrnoException;
    if (typeof code === 'string') return code;
  }
  return '';
}

function tlsReason(code: string): string {
  if (code === 'CERT_HAS_EXPIRED') return 'the certificate has expired';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'the certificate is for another name';
  if (code === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE') {
    return 'the intermediate certificate is missing, or no known authority issued the certificate';
  }
  if (/SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/.test(code)) {
    return 'the certificate is not issued by a known authority';
  }
  return code;
}
