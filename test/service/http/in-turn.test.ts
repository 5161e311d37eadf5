import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../../src/service/core/logger.js';
import { type ServerParts, startServer } from '../../../src/service/http/server.js';

const CLIENTS = 60;

/** A server on a port of its own; its clients leave at the end of the test. */
async function start(fetch: ServerParts['fetch']) {
  const server = await startServer({ host: '127.0.0.1', port: 0, fetch, logger: silentLogger });
  const clients: Socket[] = [];
  onTestFinished(() => {
    for (const client of clients) client.destroy();
    return server.stop(0);
  });
  return {
    url: server.url,
    async client(): Promise<Socket> {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      clients.push(socket);
      await once(socket, 'connect');
      return socket;
    },
  };
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

const pathOf = (request: Request): string => new URL(request.url).pathname;

/** Everything that comes until the connection ends. */
async function received(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

describe('the order of answers', () => {
  it('has one answer at a time for each connection', async () => {
    // More than the operating system takes for a client that does not read.
    const large = new Uint8Array(16 * 1024 * 1024);
    const started: string[] = [];
    const server = await start((request) => {
      started.push(pathOf(request));
      return new Response(pathOf(request) === '/large' ? large : 'small');
    });
    const stalled = [];
    for (let index = 0; index < 3; index += 1) {
      const socket = await server.client();
      socket.pause();
      socket.write(get('/large').repeat(4));
      stalled.push(socket);
    }
    const other = await server.client();
    other.write(get('/other'));
    await once(other, 'data');
    expect(started.toSorted()).toEqual([...Array(3).fill('/large'), '/other']);

    stalled[0]?.resume();
    await expect.poll(() => started.length).toBe(7);
    stalled[1]?.destroy();
    other.write(get('/other'));
    await once(other, 'data');
    expect(started).toHaveLength(8);
  });

  it('is that of the requests, with their bodies', async () => {
    let underWay = 0;
    let most = 0;
    const server = await start(async (request) => {
      underWay += 1;
      most = Math.max(most, underWay);
      const text = await request.text();
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return new Response(`<${text}>`);
    });
    const client = await server.client();
    const bodies = ['one', 'two', 'three'];
    const requests = bodies.map(
      (body) =>
        `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    client.write(
      `${requests.join('')}GET /last HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    expect((await received(client)).match(/<\w*>/g)).toEqual(['<one>', '<two>', '<three>', '<>']);
    expect(most).toBe(1);
  });

  it('lets a health check pass everybody, and new connections pass waiting requests', async () => {
    const started: string[] = [];
    const server = await start((request) => {
      started.push(pathOf(request));
      return new Response('small');
    });
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => server.client()));
    const [probe] = clients.splice(-1);
    clients.forEach((client, index) => void client.write(get(`/${index}`)));
    probe?.write(get('/healthz'));
    await expect.poll(() => started.length).toBe(CLIENTS);
    expect(started.indexOf('/healthz')).toBeLessThan(5);

    started.length = 0;
    // Connected only when the server has accepted all the others.
    const next = server.client();
    for (const client of clients) client.write(get('/again'));
    (await next).write(get('/healthz'));
    await expect.poll(() => started.length).toBe(CLIENTS);
    expect(started.indexOf('/healthz')).toBeLessThan(10);
  });

  it('ends with a connection on which more than 100 requests wait', async () => {
    let started = 0;
    const server = await start(() => {
      started += 1;
      return new Promise<Response>(() => {});
    });
    const greedy = await server.client();
    greedy.on('error', () => {});
    greedy.write(get('/').repeat(101));
    const patient = await server.client();
    patient.write(get('/'));
    await expect.poll(() => started).toBe(2);
    greedy.write(get('/'));
    await once(greedy.resume(), 'close');
    expect(started).toBe(2);
  });
});
