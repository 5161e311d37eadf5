import { expect, it } from 'vitest';
import { isoTimeOrNull } from '../../../src/service/core/time.js';

it('a time that is not known stays null', () => {
  expect(isoTimeOrNull(null)).toBeNull();
  expect(isoTimeOrNull(0)).toBe('1970-01-01T00:00:00.000Z');
});
