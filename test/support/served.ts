import { onTestFinished } from 'vitest';
import type { BundleSummary, Feed } from '../../src/contract/index.js';
import { type RunningServer, type ServeOptions, serve } from '../../src/service/app/index.js';
import { testDatabase } from './database.js';

/** A real server on a free port, with an owner key to talk to it. */
export interface Served extends RunningServer {
  /** A request to /v1 as the owner; its JSON. */
  api<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  createFeed(url: string): Promise<Feed>;
  createBundle(name: string, feeds: string[]): Promise<BundleSummary>;
}

/** @param atEnd when the server is to stop: by default at the end of the test that started it */
export async function startServed(
  options: Partial<ServeOptions> = {},
  atEnd: (stop: () => Promise<void>) => void = onTestFinished,
): Promise<Served> {
  const server = await serve({
    databasePath: options.databasePath ?? (await testDatabase()),
    port: 0,
    allowPrivateNetworks: true,
    logLevel: 'silent',
    ...options,
  });
  atEnd(() => server.stop());
  const { apiKey, apiSecret } = await server.service.issueOwnerKey('test');

  async function api<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${apiKey}:${apiSecret}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as T;
  }
  return {
    ...server,
    api,
    createFeed: (url) => api('POST', '/v1/feeds', { url }),
    createBundle: (name, feeds) => api('POST', '/v1/bundles', { name, feeds }),
  };
}
