import { randomBase62 } from './base62.js';

/** 95 random bits, so an id is also what keeps a published feed from being guessed. */
export function newFeedId(): string {
  return randomBase62(16);
}

export function newBundleId(): string {
  return `_${randomBase62(16)}`;
}

export function newEventId(): string {
  return `evt_${randomBase62(22)}`;
}

export function newWebhookId(): string {
  return `wh_${randomBase62(16)}`;
}

export function newDeliveryId(): string {
  return `dlv_${randomBase62(16)}`;
}

export function newAccountId(): string {
  return `acc_${randomBase62(16)}`;
}
