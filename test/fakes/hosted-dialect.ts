import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Fault, FaultQueue, type FaultRule } from './hosted-dialect/faults.js';
import {
  DEFAULT_OPTIONS,
  type FakeAccount,
  type HostedDialectOptions,
} from './hosted-dialect/options.js';
import { publishedReply } from './hosted-dialect/published.js';
import { Renderer } from './hosted-dialect/render.js';
import { error, html, json, type Reply } from './hosted-dialect/replies.js';
import { route } from './hosted-dialect/routes.js';
import { AccountState, type FakeSource } from './hosted-dialect/state.js';

export type { Fault, FaultRule } from './hosted-dialect/faults.js';
export type { FakeAccount, HostedDialectOptions } from './hosted-dialect/options.js';
export type { FakeBundle, FakeFeed, FakeItem, FakeSource } from './hosted-dialect/state.js';

/** A request as the fake saw it, in order of arrival. */
export interface SeenRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: Record<string, string>;
  headers: IncomingMessage['headers'];
  /** Parsed JSON, or undefined when there was none. */
  body: unknown;
  /** On the fake's clock. */
  at: number;
  /** Status answered; undefined when no answer was sent. */
  status: number | undefined;
}

/**
 * A real HTTP server on loopback that speaks this interface the way a well-known hosted service
 * does: lists in an envelope, icons and bundle members as objects, fields missing, 200 on create,
 * about one write a second, and all that proxies in between get up to.
 *
 * ```ts
 * const hosted = await startHostedDialect({ writeIntervalMs: 1000 });
 * hosted.state().addFeed({ source_url: 'https://example.com' });     // what is there already
 * hosted.sources.set('https://empty.example/', { kind: 'empty' });   // what reading a source gives
 * hosted.fault({ method: 'POST', fault: { kind: 'lost-answer' } });  // what goes wrong, once
 * …run against hosted.url with hosted.account.key and .secret…
 * expect(hosted.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([…]);
 * await hosted.close();
 * ```
 */
export class HostedDialect {
  /** Address of the server, without a slash at the end. */
  url = '';
  /** May be changed at any time. */
  readonly options: HostedDialectOptions;
  /** What reading a source gives, by its address; any other gives two items. */
  readonly sources = new Map<string, FakeSource>();
  /** Everything that arrived, faults included. */
  readonly requests: SeenRequest[] = [];
  readonly #faults = new FaultQueue();
  readonly #states = new Map<string, AccountState>();
  readonly #previousWrites = new Map<string, number>();
  readonly #render: Renderer;
  readonly #server: Server;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: Partial<HostedDialectOptions>) {
    this.options = { ...DEFAULT_OPTIONS, ...options };
    this.#render = new Renderer(this.options, () => this.url);
    this.#server = createServer((request, response) => {
      // A client that goes away while it is sending ends its own request, not the server.
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  /** The first account. */
  get account(): FakeAccount {
    const [account] = this.options.accounts;
    if (account === undefined) throw new Error('the fake has no account');
    return account;
  }

  /** With which the command line reaches it, as the first account. */
  get variables() {
    return {
      FEEDCTL_BASE_URL: this.url,
      FEEDCTL_API_KEY: this.account.key,
      FEEDCTL_API_SECRET: this.account.secret,
    };
  }

  /** What an account owns; tests may read and change it. */
  state(account: FakeAccount = this.account): AccountState {
    const state = this.#states.get(account.key) ?? new AccountState();
    this.#states.set(account.key, state);
    return state;
  }

  /** Lets something go wrong with the next requests that fit the rule. */
  fault(rule: FaultRule): void {
    this.#faults.add(rule);
  }

  /** Takes back all faults that have not happened yet. */
  clearFaults(): void {
    this.#faults.clear();
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    this.url = `http://127.0.0.1:${port}`;
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const text = await readBody(request);
    const seen: SeenRequest = {
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: parse(text),
      at: this.options.now(),
      status: undefined,
    };
    this.requests.push(seen);
    const fault = this.#faults.take(seen.method, seen.path);
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'reset') return void request.socket.destroy();
    const reply = instead(fault) ?? this.#answer(seen, url, text);
    if (fault?.kind === 'lost-answer') return void request.socket.destroy();
    if (fault?.kind === 'cut-answer') return cut(response, reply);
    await this.#pause(fault?.kind === 'slow' ? fault.ms : 0);
    if (isCreate(seen)) await this.#pause(this.options.createDelayMs);
    const final = fault?.kind === 'gateway-timeout' ? html(504, 'Gateway Time-out') : reply;
    seen.status = final.status;
    response.writeHead(final.status, final.headers).end(final.body);
  }

  #answer(seen: SeenRequest, url: URL, text: string): Reply {
    const published = publishedReply(seen.path, this.#states.values());
    if (published !== undefined) {
      return this.options.published === 'unpaid' ? html(402, 'Payment Required') : published;
    }
    const settings = this.#authenticate(seen);
    if (settings === undefined) return error(401, 'Unauthorized', 'unauthorized');
    const refused = this.#refuse(seen, settings, text);
    if (refused !== undefined) return refused;
    const [version, ...segments] = seen.path.split('/').slice(1).map(decodeURIComponent);
    if (version !== 'v1') return html(404, 'Not Found');
    const body = isRecord(seen.body) ? seen.body : {};
    const { method } = seen;
    return route(
      { method, segments, query: url.searchParams, body, account: this.state(settings), settings },
      { options: this.options, render: this.#render, sources: this.sources },
    );
  }

  #authenticate({ headers }: SeenRequest): FakeAccount | undefined {
    return this.options.accounts.find(
      ({ key, secret }) => headers.authorization === `Bearer ${key}:${secret}`,
    );
  }

  #refuse(seen: SeenRequest, { key }: FakeAccount, text: string): Reply | undefined {
    if (seen.method === 'GET') return undefined;
    if (text !== '' && seen.body === undefined) {
      return error(400, 'Unexpected token in JSON', 'invalid_json');
    }
    const { writeIntervalMs } = this.options;
    const nextAt = (this.#previousWrites.get(key) ?? Number.NEGATIVE_INFINITY) + writeIntervalMs;
    if (seen.at < nextAt) return this.#tooManyRequests(nextAt - seen.at);
    this.#previousWrites.set(key, seen.at);
    return undefined;
  }

  #tooManyRequests(waitMs: number): Reply {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    const header = {
      seconds: { 'retry-after': String(seconds) },
      date: { 'retry-after': new Date(this.options.now() + seconds * 1000).toUTCString() },
      absent: {},
    }[this.options.retryAfter];
    return error(429, 'Too Many Requests', 'rate_limited', header);
  }

  #pause(ms: number): Promise<void> {
    if (ms === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        resolve();
      }, ms);
      this.#timers.add(timer);
    });
  }
}

/** Starts the fake on a free port; `close()` it at the end. */
export async function startHostedDialect(
  options: Partial<HostedDialectOptions> = {},
): Promise<HostedDialect> {
  const dialect = new HostedDialect(options);
  await dialect.listen();
  return dialect;
}

/** The answer of a fault that comes in place of the service's; the request is not carried out. */
function instead(fault: Fault | undefined): Reply | undefined {
  switch (fault?.kind) {
    case 'html':
      return html(fault.status, 'Something in between has failed');
    case 'json':
      return json(fault.status, fault.body, fault.headers);
    case 'redirect':
      return { status: fault.status ?? 302, headers: { location: fault.location }, body: '' };
    case 'too-many-requests': {
      const headers = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter };
      return error(429, 'Too Many Requests', 'rate_limited', headers);
    }
    default:
      return undefined;
  }
}

function cut(response: ServerResponse, reply: Reply): void {
  const length = String(Buffer.byteLength(reply.body));
  response.writeHead(reply.status, { ...reply.headers, 'content-length': length });
  response.write(reply.body.slice(0, reply.body.length / 2), () => response.destroy());
}

function isCreate({ method, path }: SeenRequest): boolean {
  return method === 'POST' && path === '/v1/feeds';
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
