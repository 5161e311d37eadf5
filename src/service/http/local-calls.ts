import { randomUUID } from 'node:crypto';
import { VERSION, VERSION_HEADER } from '../../contract/index.js';
import { joinBytes } from '../core/answers.js';
import { answer, type Exchange, type Route, routesOf } from './endpoints.js';
import { errorAnswer } from './error-response.js';
import type { HttpDeps } from './http-deps.js';

/** A request of this process. */
interface LocalRequest {
  method: string;
  url: URL;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}

/** The answer to it; names of headers in lower case. */
interface LocalAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Answers a call of /v1; null for any other request. */
export type LocalCalls = (request: LocalRequest) => Promise<LocalAnswer | null>;

/**
 * The endpoints for callers in this process, without a router and without the classes of the Fetch
 * standard: Node takes a tenth of a short command to load those.
 */
export function localCalls(http: HttpDeps): LocalCalls {
  const routes = routesOf();
  return async (request) => {
    for (const route of routes) {
      const { method, path } = route.endpoint;
      const params = method === request.method ? match(path, request.url.pathname) : null;
      if (params !== null) return call(http, route, request, params);
    }
    return null;
  };
}

async function call(
  http: HttpDeps,
  route: Route,
  request: LocalRequest,
  params: Record<string, string>,
): Promise<LocalAnswer> {
  const requestId = randomUUID();
  const headers: Record<string, string> = {
    'x-request-id': requestId,
    [VERSION_HEADER.toLowerCase()]: VERSION,
    'content-type': 'application/json',
  };
  const setHeader = (name: string, value: string) => {
    headers[name.toLowerCase()] = value;
  };
  try {
    const { parts, status } = await answer(exchange(request, params, setHeader), http, route);
    setHeader('Cache-Control', 'no-store');
    return { status, headers, text: new TextDecoder().decode(joinBytes(parts)) };
  } catch (error) {
    const asked = { isRemote: false, requestId };
    const { status, headers: more, body } = errorAnswer(error, asked, http.logger);
    for (const [name, value] of Object.entries(more)) setHeader(name, value);
    return { status, headers, text: JSON.stringify(body) };
  }
}

function exchange(
  { headers, url, body = '' }: LocalRequest,
  params: Record<string, string>,
  header: Exchange['header'],
): Exchange {
  const bytes = new TextEncoder().encode(body);
  const given: Record<string, string> = { ...headers, 'content-length': String(bytes.length) };
  return {
    req: {
      header: (name) => given[name.toLowerCase()],
      param: () => params,
      query: () => queryOf(url),
      arrayBuffer: async () => bytes.buffer,
      raw: { body: null },
    },
    header,
  };
}

/** The first of several with one name, as the router takes it. */
function queryOf({ searchParams }: URL): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of searchParams) query[name] ??= value;
  return query;
}

/** The parameters in an address of the form `/v1/feeds/:id`; null for another address. */
function match(path: string, address: string): Record<string, string> | null {
  const found = new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(address);
  if (found === null) return null;
  const params = Object.entries(found.groups ?? {});
  return Object.fromEntries(params.map(([name, part]) => [name, decoded(part)]));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
