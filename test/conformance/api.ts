import { expect } from 'vitest';
import {
  type BundleSummary,
  ERROR_CODES,
  type ErrorCode,
  errorBodySchema,
  type Feed,
} from '../../src/contract/index.js';

/** A response, its JSON read. */
export interface Reply {
  status: number;
  headers: Headers;
  body: unknown;
}

type Send = (path: string, init: RequestInit) => Promise<Response>;

/** Calls the endpoint of a request within the process; null when it is none of the table. */
export type Call = (method: string, path: string, body: unknown) => Promise<Reply | null>;

/** Speaks plain HTTP to the service: a conformance test must not lean on our own client. */
export class Api {
  readonly send: Send;
  readonly #authorization: string;
  readonly #call: Call | undefined;

  /** @param call what is asked in place of plain requests, where it can answer */
  constructor(send: Send, authorization: string, call?: Call) {
    this.send = send;
    this.#authorization = authorization;
    this.#call = call;
  }

  get(path: string): Promise<Reply> {
    return this.request('GET', path);
  }

  post(path: string, body: unknown): Promise<Reply> {
    return this.request('POST', path, body);
  }

  patch(path: string, body: unknown): Promise<Reply> {
    return this.request('PATCH', path, body);
  }

  put(path: string): Promise<Reply> {
    return this.request('PUT', path);
  }

  delete(path: string): Promise<Reply> {
    return this.request('DELETE', path);
  }

  async request(method: string, path: string, body?: unknown): Promise<Reply> {
    const called = await this.#call?.(method, path, body);
    if (called) return called;
    return this.raw(method, path, {
      ...(body === undefined
        ? {}
        : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
  }

  /** A request with headers and body exactly as given, and the authorization unless they have one. */
  async raw(
    method: string,
    path: string,
    init: { headers?: Record<string, string>; body?: string | Buffer<ArrayBuffer> } = {},
  ): Promise<Reply> {
    const response = await this.send(path, {
      method,
      ...init,
      headers: { Authorization: this.#authorization, ...init.headers },
    });
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json\b/);
    return {
      status: response.status,
      headers: response.headers,
      body: method === 'HEAD' ? null : await response.json(),
    };
  }

  /** A feed of the source at this address. */
  async createFeed(url: string): Promise<Feed> {
    const reply = await this.post('/v1/feeds', { url });
    expect(reply.status).toBe(201);
    return reply.body as Feed;
  }

  async createBundle(name: string, feeds: string[] = []): Promise<BundleSummary> {
    const reply = await this.post('/v1/bundles', { name, feeds });
    expect(reply.status).toBe(201);
    return reply.body as BundleSummary;
  }
}

/** The error object of section 7, with its code and everything that follows from it. */
/** The request that the error names as the way on. */
export function expectNext({ body }: Reply, next: object): void {
  expect(body).toMatchObject({ errors: [{ next }] });
}

export function expectError(reply: Reply, code: ErrorCode, message?: RegExp): void {
  expect(reply.body).toMatchObject({ statusCode: ERROR_CODES[code].status });
  const body = errorBodySchema.strict().parse(reply.body);
  expect(body.errors.map((error) => error.code)).toContain(code);
  expect(reply.status).toBe(ERROR_CODES[code].status);
  expect(body.message).not.toBe('');
  if (message !== undefined) expect(body.message).toMatch(message);
}
