import { expect, it } from 'vitest';
import { sampleOf } from '../../src/resources/shown.js';

it('has a sample of those that have one', () => {
  expect(sampleOf({ a: { kind: 'text', sample: null }, b: { kind: 'text' } })).toEqual({ a: null });
});
