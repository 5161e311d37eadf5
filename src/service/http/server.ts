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
  /** Speaks HTTPS when given, plain HTTP otherwise. */
  tls?: TlsKeys;
  /** Whether its clients are proxies, which keep connections for many requests. */
  isBehindProxy?: boolean;
  logger: Logger;
  /** After this many milliseconds without a byte taken, an answer is cut off; default 30 s. */
  unreadAnswerMs?: number;
}

export interface HttpServer {
  /** Where it listens, the real port in it. */
  url: string;
  /**
   * Takes no more requests, lets those in flight have their answers, then ends.
   * @param graceMs how long answers may take, in milliseconds; then they are cut off.
   */
  stop(graceMs: number): Promise<void>;
}

/** Every limit of a connection; times in milliseconds. */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  /** A client that sends its headers drop by drop. */
  headersTimeout: 15_000,
  /** The whole request; a body is 1 MiB at most. */
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
} as const satisfies ServerOptions;

/** How long an unused connection is kept. A client that holds many of them takes those of others. */
const KEEP_ALIVE_MS = 20_000;
/** Longer than the 60 s of the usual proxies, which else send into a closing connection. */
const PROXY_KEEP_ALIVE_MS = 72_000;
/** A socket on which nothing moves; a source may take 30 s to read, and several can be tried. */
const IDLE_SOCKET_MS = 120_000;
/** A client that takes no byte of its answer. */
const UNREAD_ANSWER_MS = 30_000;
const MAX_HEADERS = 100;
const MAX_CONNECTIONS = 10_000;

/**
 * Puts the service on a port.
 * @throws ServiceError INVALID_FIELD when it cannot listen there, saying what to do.
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
    // Health checks are asked for by any name, and with HTTP/1.0 by none (RFC 1945).
    const isHealthCheck = isHealthPath(incoming.url ?? '');
    // Names have no case, but the adapter takes `Localhost:7410` for a forged header.
    incoming.headers.host = isHealthCheck ? 'localhost' : incoming.headers.host?.toLowerCase();
    // From here on only the client can be slow; Node sets its other limits again afterwards.
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
 * Logs the request once its answer has left or its client has. Of what came in only the method and
 * the path: query strings and headers hold secrets, and so does the address of a callback.
 * @returns to be given the request id as soon as it is known.
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

/** The answer to a request whose target or Host header makes no address. */
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

/** Answers what Node's parser refused, then closes: nothing after it on the connection can be read. */
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
