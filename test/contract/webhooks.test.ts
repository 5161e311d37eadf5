import { expect, it } from 'vitest';
import { createWebhookBodySchema } from '../../src/contract/webhooks.js';

it.each([
  ['listen_seconds', 10, 3600],
  ['max_items', 1, 100],
])('%s of a new webhook is from %i to %i', (name, least, most) => {
  const takes = (value: number) =>
    createWebhookBodySchema.safeParse({ url: 'https://h.example/', [name]: value }).success;
  expect([least - 1, least, most, most + 1].map(takes)).toEqual([false, true, true, false]);
});
