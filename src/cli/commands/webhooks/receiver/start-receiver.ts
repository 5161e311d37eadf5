import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { Turns } from '../../../../base/turns.js';
import { STANDARD_HEADERS, verifyWebhook } from '../../../../contract/webhook-signature/index.js';
import { CliError } from '../../../kit/index.js';
import type { Scheme } from '../secrets.js';
import { Once } from './once.js';

/** An event that is what it says it is, or that nobody could check. */
export interface ReceivedEvent {
  id: string;
  headers: IncomingHttpHeaders;
  /** As it came over the wire. */
  body: Buffer;
  value: object;
}

export interface ReceiverParts {
  port: number;
  /** Null verifies nothing. What comes before they are known waits for them. */
  secrets: readonly string[] | null | Promise<readonly string[]>;
  scheme: Scheme;
  /** Deals with an event: the sender hears 2xx when it resolves. Throws Rejected. */
  take(event: ReceivedEvent): Promise<void>;
  /** Told why something was not taken. */
  refused(reason: string): Promise<void>;
}

interface RunningReceiver {
  url: string;
  /** Takes nothing more and lets what is under way have its answer. */
  stop(): Promise<void>;
}

/** Limits of a connection; times in milliseconds. */
const LIMITS = { maxHeaderSize: 16 * 1024, headersTimeout: 10_000, requestTimeout: 30_000 };
/** An event that waits keeps its connection, and those that are turned away need one, too. */
const MAX_CONNECTIONS = 256;

/** Receives webhooks on loopback. */
export async function startReceiver(parts: ReceiverParts): Promise<RunningReceiver> {
  const done = new Once();
  const turns = new Turns(MAX_WAITING);
  const inTurn = async (event: ReceivedEvent) => {
    const taken = await turns.inTurn('all', () => parts.take(event).then(() => true));
    if (taken !== null) return;
    throw new Rejected(503, `${MAX_WAITING} events wait already; the sender tries again.`);
  };
  const server = createServer(LIMITS, async (request, response) => {
    const refusal = await receive(request, parts, (event) =>
      done.do(event.id, () => inTurn(event)).then(() => undefined),
    ).catch(asRefusal);
    // Once told to stop, a connection is not kept for another event.
    if (!server.listening) response.shouldKeepAlive = false;
    await answer(request, response, refusal, parts);
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

/** What a message was not taken for. */
interface Refusal {
  status: number;
  reason: string;
}

/** Reads, verifies and hands on one message; null when that went well. */
async function receive(
  request: IncomingMessage,
  { secrets: promised, scheme }: ReceiverParts,
  handOn: (event: ReceivedEvent) => Promise<void>,
): Promise<Refusal | null> {
  if (request.method !== 'POST') return { status: 405, reason: 'Events come by POST.' };
  const secrets = await promised;
  // Nothing else keeps a web page in a browser on this machine from sending something.
  if (secrets === null && request.headers.origin !== undefined) {
    return { status: 403, reason: 'Without a secret nothing is taken from a web page.' };
  }
  const body = await readMessage(request);
  if (body === null) return { status: 413, reason: `It is over ${BODY_LIMIT_BYTES} bytes.` };
  const { headers } = request;
  const now = Date.now() / 1000;
  const verified = secrets && verifyWebhook({ scheme, secrets, headers, body, now });
  if (verified?.ok === false) return { status: 401, reason: verified.problem };
  const value = parseObject(body);
  if (value === null) return { status: 400, reason: 'It is no JSON object.' };
  const signedHeaders = verified?.scheme === 't-v1' ? {} : headers;
  await handOn({ id: eventId(signedHeaders, value, body), headers, body, value });
  return null;
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Rejected) return { status: error.status, reason: error.message };
  return { status: 500, reason: error instanceof Error ? error.message : String(error) };
}

async function answer(
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
  // What was not read to its end would be taken for the next request.
  const headers = { 'content-type': 'text/plain; charset=utf-8', connection: 'close' };
  const more = status === 405 ? { allow: 'POST' } : status === 503 ? { 'retry-after': '5' } : {};
  response.writeHead(status, { ...headers, ...more }).end(`${reason}\n`);
  request.resume();
  await refused(`Not taken (HTTP ${status}): ${reason}`).catch(() => undefined);
}

function parseObject(body: Buffer): object | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function cannotListen(error: unknown, port: number): CliError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const reason =
    code === 'EADDRINUSE'
      ? 'another program listens there'
      : code === 'EACCES'
        ? 'ports below 1024 are for the administrator'
        : error instanceof Error
          ? error.message
          : String(error);
  return new CliError(`Cannot listen on port ${port} of 127.0.0.1: ${reason}.`, {
    exitCode: 1,
    code: 'CANNOT_LISTEN',
    hint: 'Choose another with --port, or any free one with --port 0.',
    cause: error,
  });
}

/**
 * What an event is known by when it comes again: the id that Standard Webhooks sign, else the id in
 * the event, else its bytes.
 *
 * @param headers without those that the signature leaves open: who changes one would come again
 */
export function eventId(headers: IncomingHttpHeaders, value: object, body: Buffer): string {
  const header = headers[STANDARD_HEADERS.id];
  if (typeof header === 'string' && header !== '') return header;
  if ('id' in value && typeof value.id === 'string' && value.id !== '') return value.id;
  return `sha256:${createHash('sha256').update(body).digest('hex')}`;
}

/** What receivers commonly take at most; feedctl's own service keeps its events below it. */
export const BODY_LIMIT_BYTES = 1024 * 1024;

/** The body as it came over the wire, or null when it is too large. */
async function readMessage(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving an ordinary loop would destroy the socket before the sender has heard why.
  const chunksOf = request.iterator({ destroyOnReturn: false });
  for await (const chunk of chunksOf as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Events that wait for their turn. A sender that is turned away tries again later. */
const MAX_WAITING = 100;

/** An event that came but could not be dealt with: the sender is to try again. */
export class Rejected extends Error {
  constructor(
    /** Answered to the sender. */
    readonly status: 500 | 502 | 503,
    message: string,
  ) {
    super(message);
    this.name = 'Rejected';
  }
}
