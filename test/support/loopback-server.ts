import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A real HTTP server on loopback with a free port. */
export interface LoopbackServer {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  origin: string;
  port: number;
  /** Path and query of every request, in order. */
  requests: string[];
  server: Server;
  close(): Promise<void>;
}

export async function startServer(
  handler: RequestListener,
  host = '127.0.0.1',
  port = 0,
): Promise<LoopbackServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    handler(request, response);
  });
  await once(server.listen(port, host), 'listening');
  const address = server.address() as AddressInfo;
  return {
    origin: `http://${host}:${address.port}`,
    port: address.port,
    requests,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Serves fixed documents by path; anything else is 404. Strings are sent as they are. */
export function serveDocuments(
  documents: Readonly<
    Record<
      string,
      string | { status?: number; headers?: Record<string, string>; body?: string | Buffer }
    >
  >,
): Promise<LoopbackServer> {
  return startServer((request, response) => {
    const document = documents[request.url ?? ''];
    if (document === undefined) response.writeHead(404).end('nothing here');
    else if (typeof document === 'string') response.end(document);
    else response.writeHead(document.status ?? 200, document.headers).end(document.body);
  });
}
