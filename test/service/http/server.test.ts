import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import { encodeText } from '../../../src/service/core/answers.js';
import { silentLogger } from '../../../src/service/core/logger.js';
import type { HttpEnv } from '../../../src/service/http/http-deps.js';
import { sendParts } from '../../../src/service/http/send-parts.js';
import {
  type HttpServer,
  type ServerParts,
  startServer,
} from '../../../src/service/http/server.js';
import { send } from '../../support/send.js';
import { heldBack } from './held-back.js';

const LONG = 60_000;

async function start(fetch: ServerParts['fetch'], logger = silentLogger): Promise<HttpServer> {
  const server = await startServer({ host: '127.0.0.1', port: 0, fetch, logger });
  onTestFinished(() => server.stop(0));
  return server;
}

/** Everything that the server sends until it closes the connection. */
async function rawAnswer(url: string, request: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(request);
  let answer = '';
  for await (const data of socket) answer += String(data);
  return answer;
}

describe('a server', () => {
  it('cuts off a client that takes no byte of its answer, and no other', async () => {
    const answer = new Uint8Array(32 * 1024 * 1024);
    const server = await startServer({
      host: '127.0.0.1',
      port: 0,
      fetch: () => new Response(answer),
      logger: silentLogger,
      unreadAnswerMs: 3000,
    });
    onTestFinished(() => server.stop(0));
    const { port } = new URL(server.url);
    const stalled = connect(Number(port), '127.0.0.1');
    stalled.pause();
    stalled.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const other = await fetch(server.url);
    expect((await other.arrayBuffer()).byteLength).toBe(answer.length);
    // With answers still owed, `stop` waits for them: it ends early only when the client was cut off.
    await server.stop(LONG);
    stalled.resume();
    await once(stalled, 'close');
    expect(stalled.bytesRead).toBeLessThan(answer.length);
  });

  it.each([
    ['20 s', {}, 'timeout=20'],
    ['72 s behind a proxy, which keeps its own for 60 s', { isBehindProxy: true }, 'timeout=72'],
  ])('keeps idle connections for %s', async (_, options, expected) => {
    const fetch = () => new Response('answer');
    const parts = { host: '127.0.0.1', port: 0, fetch, logger: silentLogger, ...options };
    const server = await startServer(parts);
    onTestFinished(() => server.stop(0));
    const [response] = await once(request(server.url).end(), 'response');
    expect(response.headers['keep-alive']).toBe(expected);
    response.resume();
  });

  it('tells the port it got', async () => {
    const server = await start(() => new Response('hello'));
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect((await send(server.url)).text).toBe('hello');
  });

  it('sends a body in parts with its length and the headers that were set', async () => {
    const app = new Hono<HttpEnv>();
    app.get('/', (context) => {
      context.header('X-Request-Id', '7');
      return sendParts(context, ['{"items":', '[1]', '}'].map(encodeText), 200);
    });
    const { url } = await start(app.fetch);
    const { status, text, headers } = await send(url);
    expect({ status, text }).toEqual({ status: 200, text: '{"items":[1]}' });
    expect(headers).toMatchObject({ 'content-length': '13', 'x-request-id': '7' });
    const head = await send(url, { method: 'HEAD' });
    expect(head).toMatchObject({ text: '', headers: { 'content-length': '13' } });
    expect(await (await app.request('/')).text()).toBe(text);
  });

  it('says what to do when the port is taken', async () => {
    const first = await start(() => new Response());
    const port = Number(new URL(first.url).port);
    const second = startServer({
      host: '127.0.0.1',
      port,
      fetch: () => new Response(),
      logger: silentLogger,
    });
    await expect(second).rejects.toMatchObject({
      code: 'INVALID_FIELD',
      message: expect.stringMatching(
        new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is taken, .*feedctl serve --port \\d+$`),
      ),
    });
  });

  it('says what to do when the address is another machine’s', async () => {
    const elsewhere = startServer({
      host: '192.0.2.1',
      port: 0,
      fetch: () => new Response(),
      logger: silentLogger,
    });
    await expect(elsewhere).rejects.toMatchObject({
      message: expect.stringContaining('192.0.2.1 is no address of this machine'),
    });
  });

  it('refuses headers above 16 KiB', async () => {
    const server = await start(() => new Response());
    const answer = await send(server.url, { headers: { 'X-Big': 'x'.repeat(17 * 1024) } });
    expect(answer.status).toBe(431);
    expect(JSON.parse(answer.text)).toEqual({
      message: 'The headers of this request exceed 16 KiB. Send fewer or shorter ones.',
      statusCode: 431,
      errors: [{ title: 'The request headers are too large', code: 'HEADERS_TOO_LARGE' }],
    });
  });

  it('answers what is no HTTP with an error object, and closes', async () => {
    const server = await start(() => new Response());
    const [head, body] = (await rawAnswer(server.url, 'GET / HTTP/1.1\r\nA B\r\n\r\n')).split(
      '\r\n\r\n',
    );
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(head).toContain('Connection: close');
    expect(JSON.parse(body ?? '')).toMatchObject({
      statusCode: 400,
      errors: [{ code: 'INVALID_FIELD' }],
    });
  });

  it('adds no error to an answer that is under way', async () => {
    let send: (text: string) => void = () => {};
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        send = (text) => controller.enqueue(new TextEncoder().encode(text));
      },
    });
    const server = await start(() => new Response(body));
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let text = '';
    socket.on('data', (data) => {
      text += String(data);
    });
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    send('first');
    await expect.poll(() => text).toContain('first');
    socket.write('no request\r\n\r\n');
    await once(socket, 'close');
    expect(text).not.toContain('400');
  });

  it('hands health checks on under a name of its own, whatever they name', async () => {
    const server = await start((request) => new Response(request.url));
    for (const host of ['Host: 10.0.0.7:7410\r\n', 'Host: a b\r\n', '']) {
      const answer = await rawAnswer(server.url, `GET /healthz HTTP/1.0\r\n${host}\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK.*http:\/\/localhost\/healthz$/s);
    }
    const other = await rawAnswer(server.url, 'GET /v1/feeds HTTP/1.0\r\n\r\n');
    expect(other).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('stopping', () => {
  it('lets a request in flight have its answer, and takes no new one', async () => {
    const { fetch, arrival, release } = heldBack();
    const server = await start(fetch);
    const answer = send(server.url);
    await arrival;
    const stopped = server.stop(LONG);
    await expect(send(server.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    release();
    expect(await answer).toMatchObject({ text: 'at last', headers: { connection: 'close' } });
    await stopped;
  });

  it('does not wait for clients that keep their connection, used or not', async () => {
    const server = await start(() => new Response('hello'));
    const { port } = new URL(server.url);
    const silent = connect(Number(port), '127.0.0.1');
    await once(silent, 'connect');
    const used = connect(Number(port), '127.0.0.1');
    used.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(String((await once(used, 'data'))[0])).toContain('Connection: keep-alive');
    const ends = [once(silent.resume(), 'close'), once(used.resume(), 'close')];
    await server.stop(LONG);
    await Promise.all(ends);
  });

  it('ends a kept connection after the answer it still owes', async () => {
    const { fetch, arrival, release } = heldBack();
    const server = await start(fetch);
    const client = connect(Number(new URL(server.url).port), '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await arrival;
    const stopped = server.stop(LONG);
    const closed = once(client, 'close');
    const chunks: Buffer[] = [];
    client.on('data', (chunk: Buffer) => chunks.push(chunk));
    release();
    await Promise.all([stopped, closed]);
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 200 OK.*at last$/s);
  });

  it('cuts off what takes longer than the grace period, and says so', async () => {
    const { fetch, arrival, release } = heldBack();
    const warnings: string[] = [];
    const logger = { ...silentLogger, warn: (_: object, text: string) => warnings.push(text) };
    const server = await start(fetch, logger);
    const cut = once(request(server.url).end(), 'error');
    await arrival;
    await server.stop(1);
    expect((await cut)[0]).toMatchObject({ code: 'ECONNRESET' });
    expect(warnings).toContain('stopped before every request had its answer');
    release();
  });
});
