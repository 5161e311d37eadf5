import type { ServerResponse } from 'node:http';
import type { Caller } from '../accounts/account.js';
import type { RequestLimiter } from '../accounts/request-limiter.js';
import type { CallTools } from '../calls/tools.js';
import type { PictureCache } from '../fetch/pictures/picture-cache.js';
import type { WebSub } from '../websub/websub.js';
import type { AnswerCache } from './answer-cache.js';

/** Dependencies of the routes. */
export interface HttpDeps extends CallTools {
  /** The account of a key and its secret, or null; throws ACCOUNT_DISABLED if it is disabled. */
  authenticate(apiKey: string, apiSecret: string, usedFrom: () => string): Promise<Caller | null>;
  /** Counts the requests of keys that have a limit. */
  limiter: RequestLimiter;
  /** Cached answers of /v1 and published documents. */
  answers: AnswerCache;
  /** Remote pictures for pages; loaded on first use. */
  pictures(): Promise<PictureCache>;
  /** Pushes from hubs; loaded on first use. */
  websub(): Promise<WebSub>;
}

/** Objects that the server on a port passes with a request; absent within the process. */
export interface ServerBindings {
  /** Receives the id of the request as soon as it is known. */
  identify?(requestId: string): void;
  /** The response to the client. */
  outgoing?: ServerResponse;
}

/** Environment of a request: bindings of the server, and variables that middleware sets. */
export interface HttpEnv {
  Bindings: ServerBindings;
  Variables: {
    requestId: string;
    /** The client's address from a trusted proxy; unset without a proxy. */
    clientAddress?: string;
  };
}

/** The headers of a request. */
export interface RequestHead {
  header(name: string): string | undefined;
}
