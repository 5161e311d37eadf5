import { expect, it } from 'vitest';
import {
  newAccountId,
  newBundleId,
  newCallbackId,
  newDeliveryId,
  newEventId,
  newFeedId,
  newTaskId,
  newWebhookId,
  randomBase62,
} from '../../../src/service/core/ids.js';

it.each([
  [newFeedId, /^[0-9A-Za-z]{16}$/],
  [newBundleId, /^_[0-9A-Za-z]{16}$/],
  [newEventId, /^evt_[0-9A-Za-z]{22}$/],
  [newWebhookId, /^wh_[0-9A-Za-z]{16}$/],
  [newDeliveryId, /^dlv_[0-9A-Za-z]{16}$/],
  [newAccountId, /^acc_[0-9A-Za-z]{16}$/],
  [newTaskId, /^tsk_[0-9A-Za-z]{16}$/],
  [newCallbackId, /^[\w-]{43}$/],
])('%s makes one of its kind', (make, kind) => {
  expect(make()).toMatch(kind);
  expect(make()).not.toBe(make());
});

it('takes each digit as often as any other', () => {
  const text = randomBase62(62_000);
  const counts = new Map<string, number>();
  for (const digit of text) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  expect(counts.size).toBe(62);
  // 1000 of each are expected, with a deviation of 32; bytes above 247 would make it 1210 of some.
  expect(Math.max(...counts.values())).toBeLessThan(1180);
  expect(Math.min(...counts.values())).toBeGreaterThan(820);
});
