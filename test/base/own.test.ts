import { expect, it } from 'vitest';
import { own } from '../../src/base/own.js';

it('finds rows of the table, not what every object has', () => {
  expect(own({ a: 1 }, 'a')).toBe(1);
  for (const name of ['b', 'constructor', '__proto__']) expect(own({ a: 1 }, name)).toBeUndefined();
});
