import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { ERROR_CODES, type ErrorBody, type ErrorCode } from '../../contract/index.js';
import type { Logger } from '../core/logger.js';
import { Connections } from './connections.js';
import { isHealthPath } from './health.js';
import type { ServerBindings } from './http-deps.js';
import { answerInTurn } from './in-turn.js';
import { explainListenError, type ListenAddress, listenUrl } from './listening.js';
import type { TlsKeys } from './tls.js';

export interface ServerParts extends ListenAddress {
  /** Answers one request; `createApp(…).fetch`. */
  fetch(request: Request, bindings: HttpBindings & ServerBindings): Response | Promise<Response>;
  /** Certificate and key for HTTPS; without them, plain HTTP. */
  tls?: TlsKeys;
  /** True if its clients are proxies, which keep connections for many requests. */
  isBehindProxy?: boolean;
  logger: Logger;
  /** Time without a byte read after which an answer is cut off, in milliseconds; default 30 s. */
  unreadAnswerMs?: number;
}

export interface HttpServer {
  /** Address on which it listens, with the actual port. */
  url: string;
  /**
   * Accepts no more requests, completes those in progress, then closes. @param graceMs time to
   * complete them, in milliseconds; then they are cut off
   */
  stop(graceMs: number): Promise<void>;
}

/** Every limit of a connection; times in milliseconds. */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  /** Ends clients that send their headers slowly. */
  headersTimeout: 15_000,
  /** Timeout of the whole request; a body has at most 1 MiB. */
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
} as const satisfies ServerOptions;

/**
 * Time for which an unused connection is kept. A client with many connections takes those of
 * others.
 */
const KEEP_ALIVE_MS = 20_000;
/** Longer than the 60 s of most proxies, which would otherwise send into a closing connection. */
const PROXY_KEEP_ALIVE_MS = 72_000;
/**
 * Timeout of a socket without traffic; a source may take 30 s to read, and several can be tried.
 */
const IDLE_SOCKET_MS = 120_000;
/** Timeout of a client that reads no byte of its answer. */
const UNREAD_ANSWER_MS = 30_000;
const MAX_HEADERS = 100;
const MAX_CONNECTIONS = 10_000;

/**
 * Starts the service on a port. @throws ServiceError INVALID_FIELD if it cannot listen there, with
 * what to do
 */
export async function startServer(parts: ServerParts): Promise<HttpServer> {
  const { tls, host, isBehindProxy = false } = parts;
  const keepAliveTimeout = isBehindProxy ? PROXY_KEEP_ALIVE_MS : KEEP_ALIVE_MS;
  const limits = { ...LIMITS, keepAliveTimeout };
  const server = tls
    ? createSecureServer({ ...limits, ...tls, minVersion: 'TLSv1.2' })
    : createServer(limits);
  server.setTimeout(IDLE_SOCKET_MS);
  server.maxHeadersCount = MAX_HEADERS;
  server.maxConnections = MAX_CONNECTIONS;
  const connections = new Connections(server);
  answerInTurn(server, requestListener(parts));
  server.on('clientError', (error, socket: Socket) => refuseUnparsed(error, socket, connections));

  await listen(server, parts);
  const { port: actual } = server.address() as AddressInfo;
  parts.logger.info({ host, port: actual, tls: tls !== undefined }, 'listening');
  return {
    url: listenUrl(tls ? 'https' : 'http', { host, port: actual }),
    stop: (graceMs) => stop(server, connections, graceMs, parts.logger),
  };
}

function requestListener({ fetch, logger, unreadAnswerMs = UNREAD_ANSWER_MS }: ServerParts) {
  const answer = getRequestListener(
    (request, bindings) => {
      const { incoming, outgoing } = bindings as HttpBindings;
      const identify = logRequest(logger, incoming, outgoing);
      return fetch(request, { incoming, outgoing, identify });
    },
    { errorHandler: unreadableRequest },
  );
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // Health checks may use any host name, or none with HTTP/1.0 (RFC 1945).
    const isHealthCheck = isHealthPath(incoming.url ?? '');
    // Host names have no case, but the adapter takes `Localhost:7410` for a forged header.
    incoming.headers.host = isHealthCheck ? 'localhost' : incoming.headers.host?.toLowerCase();
    // From here on only the client can be slow; Node restores its other limits afterwards.
    outgoing.once('prefinish', () => incoming.socket.setTimeout(unreadAnswerMs));
    void answer(incoming, outgoing);
  };
}

async function listen(server: Server | SecureServer, address: ListenAddress): Promise<void> {
  server.listen(address.port, address.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw explainListenError(error, address);
  }
}

async function stop(
  server: Server | SecureServer,
  connections: Connections,
  graceMs: number,
  logger: Logger,
): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  connections.finish();
  const timer = new AbortController();
  const late = sleep(graceMs, 'late', { signal: timer.signal }).catch(() => undefined);
  if ((await Promise.race([closed, late])) === 'late') {
    logger.warn({ graceMs }, 'stopped before every request had its answer');
    connections.cut();
    await closed;
  }
  timer.abort();
}

/**
 * Logs a request once its answer was sent, or its client left. Only method and path are logged,
 * because query strings and headers contain secrets; so does the address of a callback, which is
 * left out. @returns a function that receives the request id as soon as it is known
 */
function logRequest(
  logger: Logger,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): (requestId: string) => void {
  const started = performance.now();
  let requestId: string | null = null;
  outgoing.once('close', () => {
    const fields = {
      requestId,
      method: incoming.method,
      path: incoming.url?.replace(/[?#].*$/s, '').replace(/^(\/websub\/).+/s, '$1***'),
      status: outgoing.headersSent ? outgoing.statusCode : undefined,
      ms: Math.round((performance.now() - started) * 10) / 10,
    };
    if (outgoing.writableFinished) logger.info(fields, 'request');
    else logger.warn(fields, 'request cut off');
  });
  return (id) => {
    requestId = id;
  };
}

/** The answer to a request whose target or Host header is no valid address. */
function unreadableRequest(error: unknown): Response {
  const { status, text } =
    error instanceof RequestError
      ? errorObject('INVALID_FIELD', 'The path or the Host header of this request cannot be read.')
      : errorObject('INTERNAL', 'The service failed.');
  return new Response(text, {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  });
}

/**
 * Answers requests that Node's parser refused, then closes: the rest of the connection is
 * unreadable.
 */
function refuseUnparsed(error: Error, socket: Socket, connections: Connections): void {
  if (!socket.writable || connections.isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const { status, text } = parserError('code' in error ? error.code : undefined);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}

function parserError(code: unknown): { status: number; text: string } {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return errorObject(
        'HEADERS_TOO_LARGE',
        `The headers of this request exceed ${LIMITS.maxHeaderSize / 1024} KiB. Send fewer or shorter ones.`,
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return errorObject('REQUEST_TIMEOUT', 'The request did not arrive in time. Send it again.');
    default:
      return errorObject('INVALID_FIELD', 'This is not a valid HTTP request.');
  }
}

function errorObject(code: ErrorCode, message: string): { status: number; text: string } {
  const { status, title } = ERROR_CODES[code];
  const body: ErrorBody = { message, statusCode: status, errors: [{ title, code }] };
  return { status, text: JSON.stringify(body) };
}
