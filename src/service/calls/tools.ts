import type { Answers } from '../core/answers.js';
import type { Logger } from '../core/logger.js';
import type { Deps } from '../feeds/deps.js';
import type { Refresher } from '../refresh/refresher.js';
import type { Webhooks } from '../webhooks/load-webhooks.js';

/** What calls are done with. */
export interface CallTools {
  deps: Deps;
  webhooks: Webhooks;
  /** What refreshes feeds in this process; loaded at its first use. */
  refresher(): Promise<Refresher>;
  /** Answers as bytes, for who sends them on; without, every answer is an object. */
  answers?: Answers | undefined;
  logger: Logger;
}
