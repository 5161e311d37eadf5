import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../src/service/core/time.js';
import type { Answer, Publisher } from './publisher.js';

/** Feeds that live under one registrable domain. */
const FEEDS_PER_DOMAIN = 4;

/** One request, in the time of the simulation. */
export interface Visit {
  domain: string;
  publisher: Publisher;
  path: string;
  at: number;
  /** The visitor sent validators along. */
  conditional: boolean;
  /** The visitor was sent here by the answer before. */
  isRedirected: boolean;
  answer: Answer;
}

/** The whole simulated web on one loopback port: the Host header says which site is meant. */
export interface Web {
  visits: Visit[];
  /** Most requests under way at once to one registrable domain. */
  busiest: number;
  /** Requests that will have no answer, as long as the visitor waits for it. */
  hanging: number;
  addressOf(publisher: Publisher): string;
  domainOf(publisher: Publisher): string;
  close(): Promise<void>;
}

export async function startWeb(publishers: readonly Publisher[], clock: Clock): Promise<Web> {
  const busy = new Map<string, number>();
  const byNumber = new Map(publishers.map((publisher) => [publisher.number, publisher]));
  const server = createServer(visit);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const web: Web = {
    visits: [],
    busiest: 0,
    hanging: 0,
    domainOf,
    addressOf: (publisher) =>
      `http://f${publisher.number}.${domainOf(publisher)}:${port}${publisher.path}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return web;

  function visit(request: IncomingMessage, response: ServerResponse): void {
    const number = /\d+/.exec(request.headers.host ?? '')?.[0];
    const publisher = byNumber.get(Number(number));
    if (publisher === undefined) {
      response.writeHead(421).end();
      return;
    }
    const path = request.url ?? '/';
    const headers = {
      'if-none-match': request.headers['if-none-match'],
      'if-modified-since': request.headers['if-modified-since'],
    };
    const domain = domainOf(publisher);
    const at = clock.now();
    const answer = publisher.answer(path, headers, at);
    const conditional = Object.values(headers).some((value) => value !== undefined);
    const before = web.visits.findLast((visit) => visit.publisher === publisher);
    const isRedirected = before?.answer.status === 301 && before.at === at;
    web.visits.push({ domain, publisher, path, at, conditional, isRedirected, answer });
    enter(domain, response);
    if (answer.hangs) hang(response);
    else response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  function enter(domain: string, response: ServerResponse): void {
    const now = (busy.get(domain) ?? 0) + 1;
    busy.set(domain, now);
    web.busiest = Math.max(web.busiest, now);
    response.once('close', () => busy.set(domain, (busy.get(domain) ?? 1) - 1));
  }

  function hang(response: ServerResponse): void {
    web.hanging += 1;
    response.once('close', () => {
      web.hanging -= 1;
    });
  }
}

function domainOf({ number }: Publisher): string {
  return `site-${Math.floor(number / FEEDS_PER_DOMAIN)}.com`;
}
