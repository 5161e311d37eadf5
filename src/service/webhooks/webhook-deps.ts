import type { Deps } from '../deps.js';
import type { Logger } from '../logger.js';
import type { WebhookSender } from './sender.js';

/** What webhooks work with. */
export interface WebhookDeps extends Pick<Deps, 'store' | 'clock' | 'metrics'> {
  sender: WebhookSender;
  logger: Logger;
  /** A number in [0, 1). */
  random: () => number;
  /** How long a claim of a delivery holds, in milliseconds; `LEASE_MS` when left out. */
  leaseMs?: number;
}
