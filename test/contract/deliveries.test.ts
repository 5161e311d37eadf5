import { expect, it } from 'vitest';
import { sinceSchema } from '../../src/contract/deliveries.js';

it.each([
  ['2026-01-31', true],
  ['2026-01-31T08:30:00Z', true],
  ['2026-01-31T08:30:00+02:00', true],
  ['2026-01-31T08:30:00', false],
  ['31 January 2026', false],
])('%s is a time that means the same everywhere: %s', (text, isTime) => {
  expect(sinceSchema.safeParse(text).success).toBe(isTime);
});
