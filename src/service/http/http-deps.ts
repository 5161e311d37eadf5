import type { ServerResponse } from 'node:http';
import type { Caller } from '../accounts/account.js';
import type { RequestLimiter } from '../accounts/request-limiter.js';
import type { CallTools } from '../calls/tools.js';
import type { PictureCache } from '../fetch/pictures/picture-cache.js';
import type { WebSub } from '../websub/websub.js';
import type { AnswerCache } from './answer-cache.js';

/** What the routes are made from. */
export interface HttpDeps extends CallTools {
  /** The account of a key and its secret, or null; ACCOUNT_DISABLED if it is switched off. */
  authenticate(apiKey: string, apiSecret: string, usedFrom: () => string): Promise<Caller | null>;
  /** Counts the requests of keys that have a limit. */
  limiter: RequestLimiter;
  /** Answers of /v1 and published documents. */
  answers: AnswerCache;
  /** Remote pictures for pages; loaded at its first use. */
  pictures(): Promise<PictureCache>;
  /** Feeds that hubs push; loaded at its first use. */
  websub(): Promise<WebSub>;
}

/** What the server on a port hands on with a request; within the process there is none. */
export interface ServerBindings {
  /** Told the id of the request as soon as it has one. */
  identify?(requestId: string): void;
  /** The answer on its way to the client. */
  outgoing?: ServerResponse;
}

/** What comes with a request, and what the middleware leaves for what comes after it. */
export interface HttpEnv {
  Bindings: ServerBindings;
  Variables: {
    requestId: string;
    /** The address of the client as a trusted proxy gives it; unset without a proxy. */
    clientAddress?: string;
  };
}

/** The headers of a request. */
export interface RequestHead {
  header(name: string): string | undefined;
}
