import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RssDocument, rss } from './rss.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Somebody else's web server, on loopback: the sources that feeds in a test are made from. */
export interface SourceServer {
  /** `http://127.0.0.1:…` */
  origin: string;
  /** How many requests came for a path. */
  hits(path: string): number;
  /** Publishes an RSS document under a path and returns its address. */
  publish(path: string, document: RssDocument): string;
  /** Answers a path in any other way and returns its address. */
  on(path: string, answer: Answer): string;
  close(): Promise<void>;
}

export async function startSourceServer(): Promise<SourceServer> {
  const answers = new Map<string, Answer>();
  const hits = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    hits.set(path, (hits.get(path) ?? 0) + 1);
    const answer = answers.get(path) ?? answers.get(path.split('?')[0] ?? path) ?? notFound;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const on = (path: string, answer: Answer) => {
    answers.set(path, answer);
    return `${origin}${path}`;
  };
  return {
    origin,
    hits: (path) => hits.get(path) ?? 0,
    on,
    publish: (path, document) =>
      on(path, (_, response) => {
        response.setHeader('Content-Type', 'application/rss+xml; charset=utf-8');
        response.end(rss(document));
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function notFound(_: IncomingMessage, response: ServerResponse): void {
  response.statusCode = 404;
  response.end('not here');
}
