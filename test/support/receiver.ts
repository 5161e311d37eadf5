import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A webhook message as it came in. */
export interface Received {
  path: string;
  method: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

type Answer = (response: ServerResponse, request: Received) => void;

/** Somebody's webhook receiver, on loopback. */
export interface Receiver {
  /** `http://127.0.0.1:…/hook` */
  url: string;
  /** Everything that came so far. */
  received: Received[];
  /** Ids of the events that came so far. */
  ids(): string[];
  /** Answers like this from now on; 204 at the start. */
  answer(how: number | Answer): void;
  /** Resolves when so many messages have come in all. */
  count(wanted: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a receiver that ends with the test. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const waiting: { wanted: number; done: () => void }[] = [];
  let answer: Answer = (response) => response.writeHead(204).end();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { url: path = '', method = '', headers } = request;
    const message = { path, method, headers, body: Buffer.concat(chunks) };
    received.push(message);
    for (const { wanted, done } of waiting) if (received.length >= wanted) done();
    answer(response, message);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    ids: () => received.map(({ headers }) => String(headers['webhook-id'])),
    answer(how) {
      answer = typeof how === 'number' ? (response) => response.writeHead(how).end() : how;
    },
    count: (wanted) =>
      new Promise((done) => {
        if (received.length >= wanted) done();
        else waiting.push({ wanted, done });
      }),
    close,
  };
}
