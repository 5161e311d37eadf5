import { NetworkError, type NetworkErrorKind } from './errors.js';
import { ResponseTooLargeError } from './transport.js';

const KIND_BY_CODE: Readonly<Record<string, NetworkErrorKind>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_PRX_TLS: 'proxy',
  EPROTO: 'tls',
  ECONNABORTED: 'reset',
  EHOSTUNREACH: 'other',
  EHOSTDOWN: 'other',
  ENETUNREACH: 'other',
  ENETDOWN: 'other',
  EADDRNOTAVAIL: 'other',
};

// Codes of OpenSSL's verification failures, listed in Node's TLS documentation.
const TLS_CODE = /^ERR_(?:TLS|SSL)_|CERT|^UNABLE_TO_|SELF_SIGNED|^HOSTNAME_MISMATCH$/;
// Codes of answers with too large headers, a wrong length, or a body that does not unzip.
const BROKEN_ANSWER_CODE = /^(?:HPE_|Z_|UND_ERR_(?:HEADERS_OVERFLOW|RES_))/;

const WORDS: Readonly<Record<NetworkErrorKind, (host: string) => string>> = {
  dns: (host) => `There is no such host: ${host}`,
  refused: (host) => `Nothing answers at ${host}: the connection was refused`,
  reset: (host) => `${host} ended the connection before it had answered`,
  tls: (host) => `No trusted HTTPS connection to ${host}`,
  timeout: (host) => `${host} could not be reached in time`,
  proxy: (host) => `The proxy gave no connection to ${host}`,
  other: (host) => `No usable answer from ${host}`,
};

const SUGGESTIONS: Readonly<Partial<Record<NetworkErrorKind, string>>> = {
  dns: 'Check the spelling of the base address, and the network.',
  refused: 'Check that the service runs and that the port is right.',
  tls: "Check the host name; NODE_EXTRA_CA_CERTS adds a certificate authority of one's own.",
  proxy: 'Check HTTPS_PROXY and NO_PROXY.',
};

/**
 * Converts a network failure; undefined for other errors, so that a bug in a handler is not reported
 * as a network failure.
 */
export function toNetworkError(error: unknown, url: URL): NetworkError | undefined {
  const source = networkCause(error);
  if (source === undefined) return undefined;
  const code = codeOf(source);
  const kind = networkErrorKind(source, code);
  const detail = source.message === '' ? (code ?? '') : source.message;
  return new NetworkError(`${WORDS[kind](url.host)}${detail === '' ? '' : ` (${detail})`}.`, {
    kind,
    host: url.host,
    code,
    cause: error,
    suggestion: SUGGESTIONS[kind],
  });
}

/** No answer within the caller's own timeout. */
export function timeoutError(host: string, timeoutMs: number): NetworkError {
  return new NetworkError(`${host} did not respond within ${timeoutMs / 1000} s.`, {
    kind: 'timeout',
    host,
    suggestion: 'Allow a longer timeout; creating a feed may take a minute.',
  });
}

/**
 * The cause of a network error: `fetch` wraps it once, and an AggregateError for several addresses
 * has the code of the first.
 */
function networkCause(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  if (error instanceof ResponseTooLargeError) return error;
  if (code !== undefined && isNetworkCode(code)) return error;
  // Two errors have no code: an answer that is not HTTP, and a proxy that refuses the tunnel.
  if (error.name === 'HTTPParserError' || isProxyRefusal(error)) return error;
  if (error instanceof TypeError && error.message.startsWith('fetch failed')) {
    return networkCause(error.cause) ?? error;
  }
  return undefined;
}

function isProxyRefusal(error: Error): boolean {
  return error.message.startsWith('Proxy response');
}

function isNetworkCode(code: string): boolean {
  return code in KIND_BY_CODE || TLS_CODE.test(code) || BROKEN_ANSWER_CODE.test(code);
}

function networkErrorKind(error: Error, code: string | undefined): NetworkErrorKind {
  if (isProxyRefusal(error)) return 'proxy';
  if (code === undefined) return 'other';
  return KIND_BY_CODE[code] ?? (TLS_CODE.test(code) ? 'tls' : 'other');
}

function codeOf(error: Error): string | undefined {
  const code: unknown = 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
