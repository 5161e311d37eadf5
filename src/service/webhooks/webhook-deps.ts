import type { Logger } from '../core/logger.js';
import type { Deps } from '../domain/deps.js';
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
