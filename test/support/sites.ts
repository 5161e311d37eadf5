import type { FetcherOptions } from '../../src/service/fetch/index.js';
import {
  createFetcher,
  type FetchedDocument,
  type Fetcher,
} from '../../src/service/fetch/index.js';
import { type LoopbackServer, startServer } from './loopback-server.js';

/** What an address of a site answers: a document, or another address, or a status. */
export type SiteAnswer =
  | string
  | { status?: number; headers?: Record<string, string>; body?: string; location?: string };

/** Sites of several hosts on one real server, by address; an address that ends in `*` stands for all below. */
export type Sites = Readonly<Record<string, SiteAnswer>>;

export interface ServedSites {
  server: LoopbackServer;
  /** Reads the addresses of the sites from the server; nothing else changes. */
  fetcher: Fetcher;
  close(): Promise<void>;
}

/** Serves sites under the names of their hosts: `https://a.example/x` is `/a.example/x` on loopback. */
export async function serveSites(
  sites: Sites,
  options: Partial<FetcherOptions> = {},
): Promise<ServedSites> {
  const server = await startServer((request, response) => {
    const address = `https:/${request.url}`;
    const answer = sites[address] ?? sites[wildcardOf(sites, address)];
    if (answer === undefined) return response.writeHead(404).end('nothing here');
    if (typeof answer === 'string') return response.end(answer);
    const { status = 200, headers = {}, body = '', location } = answer;
    const place = location === undefined ? {} : { location: pathOf(location) };
    return response.writeHead(status, { ...headers, ...place }).end(body);
  });
  const real = createFetcher({ allowPrivateNetworks: true, ...options });
  const fetcher: Fetcher = {
    ...real,
    async fetch(address, request) {
      const answer = await real.fetch(`${server.origin}${pathOf(address)}`, request);
      return asOnSite(answer, server.origin);
    },
  };
  return {
    server,
    fetcher,
    async close() {
      await real.close();
      await server.close();
    },
  };
}

function wildcardOf(sites: Sites, address: string): string {
  return (
    Object.keys(sites).find((key) => key.endsWith('*') && address.startsWith(key.slice(0, -1))) ??
    ''
  );
}

function pathOf(address: string): string {
  const { host, pathname, search } = new URL(address);
  return `/${host}${pathname}${search}`;
}

function asOnSite(answer: FetchedDocument, origin: string): FetchedDocument {
  const address = (url: string) => url.replace(`${origin}/`, 'https://');
  const { requestedUrl, url, permanentUrl } = answer;
  return {
    ...answer,
    requestedUrl: address(requestedUrl),
    url: address(url),
    permanentUrl: permanentUrl === null ? null : address(permanentUrl),
  };
}
