import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorCode, messageOf } from '../../../../base/errors.js';
import { isObject, parseJson } from '../../../../base/json.js';
import { KeyedQueue } from '../../../../base/keyed-queue.js';
import { STANDARD_HEADERS, verifyWebhook } from '../../../../contract/webhook-signature.js';
import { CliError } from '../../../kit/index.js';
import type { Scheme } from '../secrets.js';
import { Deduplicator } from './deduplicator.js';

/** An event that is verified, or was received without a secret. */
export interface ReceivedEvent {
  id: string;
  headers: IncomingHttpHeaders;
  /** The raw bytes. */
  body: Buffer;
  value: object;
}

export interface ReceiverParts {
  port: number;
  /**
   * Secrets to verify with; null: no verification. Events that arrive before they are known wait.
   */
  secrets: readonly string[] | null | Promise<readonly string[]>;
  scheme: Scheme;
  /** Processes an event; the response is 2xx when it resolves. @throws {Rejected} */
  take(event: ReceivedEvent): Promise<void>;
  /** Called with the reason when an event is rejected. */
  refused(reason: string): Promise<void>;
}

interface RunningReceiver {
  url: string;
  /** Stops accepting connections and completes the requests in progress. */
  stop(): Promise<void>;
}

/** Limits of a connection; times in milliseconds. */
const LIMITS = { maxHeaderSize: 16 * 1024, headersTimeout: 10_000, requestTimeout: 30_000 };
/** Maximum number of connections: a waiting event keeps one, and each rejected event needs one. */
const MAX_CONNECTIONS = 256;

/** Receives webhooks on loopback. */
export async function startReceiver(parts: ReceiverParts): Promise<RunningReceiver> {
  const events = new Deduplicator();
  const queue = new KeyedQueue(MAX_WAITING);
  const queued = async (event: ReceivedEvent) => {
    const processed = await queue.run('all', () => parts.take(event).then(() => true));
    if (processed !== null) return;
    throw new Rejected(503, `${MAX_WAITING} events are already queued; retry later.`);
  };
  const server = createServer(LIMITS, async (request, response) => {
    const refusal = await receive(request, parts, (event) =>
      events.run(event.id, () => queued(event)).then(() => undefined),
    ).catch(asRefusal);
    // When stopping, do not keep the connection alive for another event.
    if (!server.listening) response.shouldKeepAlive = false;
    await answerDelivery(request, response, refusal, parts);
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(parts.port, '127.0.0.1');
  await once(server, 'listening').catch((error: unknown) => {
    throw cannotListen(error, parts.port);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await closed;
    },
  };
}

/** Why a message was rejected. */
interface Refusal {
  status: number;
  reason: string;
}

/** Reads, verifies and processes one message. @returns null on success */
async function receive(
  request: IncomingMessage,
  { secrets: promised, scheme }: ReceiverParts,
  handOn: (event: ReceivedEvent) => Promise<void>,
): Promise<Refusal | null> {
  if (request.method !== 'POST') return { status: 405, reason: 'Events must be sent with POST.' };
  const secrets = await promised;
  // Rejects requests of web pages, which could otherwise send events when there is no secret.
  if (secrets === null && request.headers.origin !== undefined) {
    return { status: 403, reason: 'Without a secret, requests from web pages are rejected.' };
  }
  const body = await readMessage(request);
  if (body === null) return { status: 413, reason: `The body exceeds ${BODY_LIMIT_BYTES} bytes.` };
  const { headers } = request;
  const now = Date.now() / 1000;
  const verified = secrets && verifyWebhook({ scheme, secrets, headers, body, now });
  if (verified?.ok === false) return { status: 401, reason: verified.problem };
  const value = parseJson(body.toString('utf8'));
  if (!isObject(value)) return { status: 400, reason: 'The body is not a JSON object.' };
  const signedHeaders = verified?.scheme === 't-v1' ? {} : headers;
  await handOn({ id: eventId(signedHeaders, value, body), headers, body, value });
  return null;
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Rejected) return { status: error.status, reason: error.message };
  return { status: 500, reason: messageOf(error) };
}

async function answerDelivery(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal | null,
  { refused }: ReceiverParts,
): Promise<void> {
  if (refusal === null) {
    response.writeHead(204).end();
    return;
  }
  const { status, reason } = refusal;
  // Closes the connection: unread bytes of the body would be parsed as the next request.
  const headers = { 'content-type': 'text/plain; charset=utf-8', connection: 'close' };
  const more = status === 405 ? { allow: 'POST' } : status === 503 ? { 'retry-after': '5' } : {};
  response.writeHead(status, { ...headers, ...more }).end(`${reason}\n`);
  request.resume();
  await refused(`Rejected an event (HTTP ${status}): ${reason}`).catch(() => undefined);
}

function cannotListen(error: unknown, port: number): CliError {
  const code = errorCode(error);
  const reason =
    code === 'EADDRINUSE'
      ? 'the port is in use by another program'
      : code === 'EACCES'
        ? 'ports below 1024 require administrator rights'
        : messageOf(error);
  return new CliError(`Cannot listen on port ${port} of 127.0.0.1: ${reason}.`, {
    exitCode: 1,
    code: 'CANNOT_LISTEN',
    hint: 'Choose another port with --port, or any free port with --port 0.',
    cause: error,
  });
}

/**
 * The id that identifies duplicates of an event: the signed id of Standard Webhooks, else the id in
 * the event, else a hash of its bytes.
 *
 * @param headers without unsigned ones, because changing one would defeat the deduplication
 */
export function eventId(headers: IncomingHttpHeaders, value: object, body: Buffer): string {
  const header = headers[STANDARD_HEADERS.id];
  if (typeof header === 'string' && header !== '') return header;
  if ('id' in value && typeof value.id === 'string' && value.id !== '') return value.id;
  return `sha256:${createHash('sha256').update(body).digest('hex')}`;
}

/** A common limit of receivers; the events of feedctl's own service are smaller. */
export const BODY_LIMIT_BYTES = 1024 * 1024;

/** The raw body, or null when it is too large. */
async function readMessage(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving an ordinary loop would destroy the socket before the response is sent.
  const chunksOf = request.iterator({ destroyOnReturn: false });
  for await (const chunk of chunksOf as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Limit of queued events; senders of rejected events retry later. */
const MAX_WAITING = 100;

/** An event could not be processed; the sender should retry. */
export class Rejected extends Error {
  constructor(
    /** Status of the response. */
    readonly status: 500 | 502 | 503,
    message: string,
  ) {
    super(message);
    this.name = 'Rejected';
  }
}
