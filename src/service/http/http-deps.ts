import type { Account } from '../accounts/account.js';
import type { Deps } from '../deps.js';
import type { Logger } from '../logger.js';

/** What the routes are made from. */
export interface HttpDeps {
  deps: Deps;
  /** The account of a key and its secret, or null. */
  authenticate(apiKey: string, apiSecret: string): Promise<Account | null>;
  logger: Logger;
}

/** What the middleware leaves for what comes after it. */
export interface HttpEnv {
  Variables: { requestId: string };
}
