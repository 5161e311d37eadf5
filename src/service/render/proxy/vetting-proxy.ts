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
import { HOP_BY_HOP } from '../../../contract/header-names.js';
import { describeFailure } from '../../fetch/describe-failure.js';
import { authorityOf, ProxyTicket, type TicketLimits } from './proxy-ticket.js';
import { CONNECT_TIMEOUT_MS, type Upstream } from './upstream.js';

/**
 * The HTTP proxy on loopback for the traffic of the browser, so that addresses are checked where
 * the connection is made: intercepting requests in the browser does not stop DNS rebinding. It
 * requires the credential of a ticket, so other local processes and the background requests of the
 * browser are rejected.
 */
export class VettingProxy {
  readonly #server: Server;
  readonly #upstream: Upstream;
  readonly #tickets = new Map<string, ProxyTicket>();

  private constructor(upstream: Upstream) {
    this.#upstream = upstream;
    this.#server = createServer((request, response) => void this.#onRequest(request, response));
    this.#server.on('connect', (request: IncomingMessage, browser: Duplex, head: Buffer) => {
      browser.on('error', () => browser.destroy());
      void this.#onConnect(request, browser, head);
    });
    this.#server.on('clientError', (_error, socket) => socket.destroy());
    this.#server.maxConnections = 512;
  }

  /** Listens on a free port of 127.0.0.1. */
  static async start(upstream: Upstream): Promise<VettingProxy> {
    const proxy = new VettingProxy(upstream);
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

  /** Issues a ticket for one page. @param upstream see `ProxyTicket` */
  admit(limits: TicketLimits, page: string, upstream: Upstream | null = null): ProxyTicket {
    const ticket = new ProxyTicket(limits, page, upstream);
    this.#tickets.set(ticket.username, ticket);
    ticket.signal.addEventListener('abort', () => this.#tickets.delete(ticket.username));
    return ticket;
  }

  async close(): Promise<void> {
    for (const ticket of this.#tickets.values()) ticket.close();
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
    await this.#upstream.close();
  }

  async #onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = targetOf(request.url ?? '');
    const ticket = this.#ticketOf(request);
    // Anything but a proxy request gets no challenge, so that no browser asks its user.
    if (url === null) refuse(response, 400);
    else if (ticket === undefined) challenge(response);
    else if (!ticket.enter(request.socket)) refuse(response, 503);
    else {
      try {
        await this.#exchange(ticket, url, request, response);
      } catch (error) {
        // The browser or the proxy closed it, so the site did not fail.
        if (response.destroyed) return;
        ticket.failed(authorityOf(url), proxyError(error, url.host, ticket));
        if (response.headersSent) response.destroy();
        else refuse(response, 502);
      }
    }
  }

  async #exchange(
    ticket: ProxyTicket,
    url: URL,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const answer = await (ticket.upstream ?? this.#upstream).exchange({
      url,
      method: request.method ?? 'GET',
      // RFC 9112, section 3.2.2: the target decides, whatever the Host header says.
      headers: { ...passedOn(request.headers), host: url.host },
      body: hasBody(request) ? request.pipe(counting(ticket)) : null,
      signal: AbortSignal.any([ticket.signal, gone.signal]),
    });
    response.writeHead(answer.statusCode, passedOn(answer.headers));
    await pipeline(answer.body, counting(ticket), response);
  }

  async #onConnect(request: IncomingMessage, browser: Duplex, head: Buffer): Promise<void> {
    const target = tunnelTarget(request.url ?? '');
    const ticket = this.#ticketOf(request);
    if (target === null) browser.end(BAD_REQUEST);
    else if (ticket === undefined) browser.end(CHALLENGE);
    else if (!ticket.enter(browser)) browser.end(UNAVAILABLE);
    else {
      try {
        await this.#tunnel(ticket, target, browser, head);
      } catch (error) {
        ticket.failed(target.authority, proxyError(error, target.hostname, ticket));
        browser.end(BAD_GATEWAY);
      }
    }
  }

  async #tunnel(
    ticket: ProxyTicket,
    target: { hostname: string; port: number },
    browser: Duplex,
    head: Buffer,
  ): Promise<void> {
    const way = ticket.upstream ?? this.#upstream;
    const site = await way.tunnel(target.hostname, target.port);
    if (ticket.signal.aborted || browser.destroyed) {
      site.destroy();
      return;
    }
    browser.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    site.write(head);
    const joined = [
      pipeline(browser, counting(ticket), site),
      pipeline(site, counting(ticket), browser),
    ];
    // Either side may close at any time; there is no place to report it.
    await Promise.allSettled(joined);
    site.destroy();
    browser.destroy();
  }

  #ticketOf(request: IncomingMessage): ProxyTicket | undefined {
    const header = request.headers['proxy-authorization'] ?? '';
    const credential = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header)?.[1] ?? '';
    const [username = '', password = ''] = Buffer.from(credential, 'base64').toString().split(':');
    const ticket = this.#tickets.get(username);
    return ticket?.accepts(password) ? ticket : undefined;
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

/** A plain proxy request has its target in absolute form (RFC 9112, section 3.2.2). */
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

function counting(ticket: ProxyTicket): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      ticket.countBytes(chunk.length);
      callback(ticket.signal.aborted ? new Error('The ticket is closed.') : null, chunk);
    },
  });
}

function proxyError(error: unknown, host: string, { upstream }: ProxyTicket) {
  const timing = { connectTimeoutMs: CONNECT_TIMEOUT_MS, isFeedProxy: upstream !== null };
  return describeFailure(error, host, timing);
}

/** `expect` as well: Node answers it itself, and undici refuses to send it. */
const NOT_FORWARDED = new Set([...HOP_BY_HOP, 'expect']);

/** The headers to forward. */
function passedOn(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = tokens(headers.connection);
  const passed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !NOT_FORWARDED.has(name) && !named.has(name)) passed[name] = value;
  }
  return passed;
}

/** The header names that `Connection` declares hop-by-hop for this message. */
function tokens(connection: string | string[] | undefined): Set<string> {
  const listed = [connection ?? []].flat().join(',');
  return new Set(listed.split(',').map((token) => token.trim().toLowerCase()));
}
