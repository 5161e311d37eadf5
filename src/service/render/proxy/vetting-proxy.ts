import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Duplex, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseUrl } from '../../../base/url.js';
import { describeFailure } from '../../fetch/describe-failure.js';
import { authorityOf, type PassageLimits, ProxyTicket } from './passage.js';
import { CONNECT_TIMEOUT_MS, type WayOut } from './way-out.js';

/**
 * The HTTP proxy on loopback through which a browser's traffic goes, so that it is vetted where
 * the connection is made: intercepting requests in the browser does not stop DNS rebinding. It
 * serves only who has the credential of a passage: other local processes and the browser's own
 * background requests are turned away.
 */
export class VettingProxy {
  readonly #server: Server;
  readonly #wayOut: WayOut;
  readonly #passages = new Map<string, ProxyTicket>();

  private constructor(wayOut: WayOut) {
    this.#wayOut = wayOut;
    this.#server = createServer((request, response) => void this.#onRequest(request, response));
    this.#server.on('connect', (request: IncomingMessage, browser: Duplex, head: Buffer) => {
      browser.on('error', () => browser.destroy());
      void this.#onConnect(request, browser, head);
    });
    this.#server.on('clientError', (_error, socket) => socket.destroy());
    this.#server.maxConnections = 512;
  }

  /** Listens on a free port of 127.0.0.1. */
  static async start(wayOut: WayOut): Promise<VettingProxy> {
    const proxy = new VettingProxy(wayOut);
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once('error', reject);
      proxy.#server.listen(0, '127.0.0.1', resolve);
    });
    return proxy;
  }

  /** `http://127.0.0.1:PORT` */
  get origin(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** Lets one page through until its passage is closed. */
  admit(limits: PassageLimits, page: string): ProxyTicket {
    const passage = new ProxyTicket(limits, page);
    this.#passages.set(passage.username, passage);
    passage.signal.addEventListener('abort', () => this.#passages.delete(passage.username));
    return passage;
  }

  async close(): Promise<void> {
    for (const passage of this.#passages.values()) passage.close();
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
    await this.#wayOut.close();
  }

  async #onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = targetOf(request.url ?? '');
    const passage = this.#passageOf(request);
    // Not meant for a proxy at all: no challenge, so that no browser ever asks its user.
    if (url === null) refuse(response, 400);
    else if (passage === undefined) challenge(response);
    else if (!passage.enter(request.socket)) refuse(response, 503);
    else {
      try {
        await this.#exchange(passage, url, request, response);
      } catch (error) {
        // Broken off by the browser, or by us: no failure of the site.
        if (response.destroyed) return;
        passage.failed(authorityOf(url), failure(error, url.host));
        if (response.headersSent) response.destroy();
        else refuse(response, 502);
      }
    }
  }

  async #exchange(
    passage: ProxyTicket,
    url: URL,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const answer = await this.#wayOut.exchange({
      url,
      method: request.method ?? 'GET',
      // RFC 9112, section 3.2.2: the target decides, whatever Host was sent.
      headers: { ...passedOn(request.headers), host: url.host },
      body: hasBody(request) ? request.pipe(counting(passage)) : null,
      signal: AbortSignal.any([passage.signal, gone.signal]),
    });
    response.writeHead(answer.statusCode, passedOn(answer.headers));
    await pipeline(answer.body, counting(passage), response);
  }

  async #onConnect(request: IncomingMessage, browser: Duplex, head: Buffer): Promise<void> {
    const target = tunnelTarget(request.url ?? '');
    const passage = this.#passageOf(request);
    if (target === null) browser.end(BAD_REQUEST);
    else if (passage === undefined) browser.end(CHALLENGE);
    else if (!passage.enter(browser)) browser.end(UNAVAILABLE);
    else {
      try {
        await this.#tunnel(passage, target, browser, head);
      } catch (error) {
        passage.failed(target.authority, failure(error, target.hostname));
        browser.end(BAD_GATEWAY);
      }
    }
  }

  async #tunnel(
    passage: ProxyTicket,
    target: { hostname: string; port: number },
    browser: Duplex,
    head: Buffer,
  ): Promise<void> {
    const site = await this.#wayOut.tunnel(target.hostname, target.port);
    if (passage.signal.aborted || browser.destroyed) {
      site.destroy();
      return;
    }
    browser.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    site.write(head);
    const joined = [
      pipeline(browser, counting(passage), site),
      pipeline(site, counting(passage), browser),
    ];
    // Either side may break off at any time: nothing is left to tell anybody then.
    await Promise.allSettled(joined);
    site.destroy();
    browser.destroy();
  }

  #passageOf(request: IncomingMessage): ProxyTicket | undefined {
    const header = request.headers['proxy-authorization'] ?? '';
    const credential = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header)?.[1] ?? '';
    const [username = '', password = ''] = Buffer.from(credential, 'base64').toString().split(':');
    const passage = this.#passages.get(username);
    return passage?.accepts(password) ? passage : undefined;
  }
}

const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n';
const BAD_GATEWAY = 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n';
const UNAVAILABLE = 'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n';
const REALM = 'Basic realm="feedctl"';
const CHALLENGE = `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${REALM}\r\nContent-Length: 0\r\n\r\n`;

function challenge(response: ServerResponse): void {
  response.writeHead(407, { 'proxy-authenticate': REALM, 'content-length': 0 }).end();
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-length': 0 }).end();
}

/** A plain request to a proxy names its target in full (RFC 9112, section 3.2.2). */
function targetOf(target: string): URL | null {
  const url = parseUrl(target);
  if (url?.protocol !== 'http:' || url.username !== '' || url.password !== '') return null;
  return url;
}

function tunnelTarget(target: string) {
  const match = /^(\[[0-9a-f:.]+\]|[^\s/:@[\]]+):(\d{1,5})$/i.exec(target);
  const [, hostname = '', port = ''] = match ?? [];
  return match === null ? null : { hostname, port: Number(port), authority: target };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function counting(passage: ProxyTicket): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      passage.countBytes(chunk.length);
      callback(passage.signal.aborted ? new Error('The passage is closed.') : null, chunk);
    },
  });
}

function failure(error: unknown, host: string) {
  return describeFailure(error, host, { connectTimeoutMs: CONNECT_TIMEOUT_MS });
}

/** RFC 9110, section 7.6.1: these concern one connection and are not passed on. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // Answered by Node itself; undici refuses to send it.
  'expect',
]);

/** The headers of a message that go on to the other side. */
function passedOn(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = tokens(headers.connection);
  const passed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !HOP_BY_HOP.has(name) && !named.has(name)) passed[name] = value;
  }
  return passed;
}

/** The header names that `Connection` declares hop-by-hop for this message. */
function tokens(connection: string | string[] | undefined): Set<string> {
  const listed = [connection ?? []].flat().join(',');
  return new Set(listed.split(',').map((token) => token.trim().toLowerCase()));
}
