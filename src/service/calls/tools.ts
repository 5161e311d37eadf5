import type { Answers } from '../core/answers.js';
import type { Logger } from '../core/logger.js';
import type { Deps } from '../feeds/deps.js';
import type { Refresher } from '../refresh/refresher.js';
import type { Webhooks } from '../webhooks/load-webhooks.js';

/** Dependencies of calls. */
export interface CallTools {
  deps: Deps;
  webhooks: Webhooks;
  /** Refreshes feeds in this process; loaded on first use. */
  refresher(): Promise<Refresher>;
  /** Caches answers as bytes, for callers that send them; without it every answer is an object. */
  answers?: Answers | undefined;
  logger: Logger;
}
