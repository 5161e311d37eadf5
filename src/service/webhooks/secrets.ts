import { DAY } from '../core/durations.js';
import type { WebhookRow } from './webhook.js';

/** How long deliveries are signed with both secrets after a rotation, in milliseconds. */
export const OVERLAP_MS = DAY;

/** The secrets that sign a delivery, newest first. */
export function secretsAt(
  {
    secret,
    previous_secret: previous,
    previous_secret_until: until,
  }: Pick<WebhookRow, 'secret' | 'previous_secret' | 'previous_secret_until'>,
  now: number,
): string[] {
  return previous !== null && now < (until ?? 0) ? [secret, previous] : [secret];
}
