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
