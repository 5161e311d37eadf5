import { expect, it } from 'vitest';
import { FairQueue } from '../../src/base/fair-queue.js';

it('takes one entry of each key in turn, those of a key in the order of their arrival', () => {
  const queue = new FairQueue<string>();
  for (const entry of ['a1', 'a2', 'a3', 'b1', 'b2']) queue.push(entry[0] ?? '', entry);
  expect([queue.shift(), queue.shift(), queue.shift()]).toEqual(['a1', 'b1', 'a2']);
  queue.push('c', 'c1');
  queue.push('a', 'a4');
  const rest = Array.from({ length: 5 }, () => queue.shift());
  expect(rest).toEqual(['b2', 'a3', 'c1', 'a4', undefined]);
});

it('passes over keys that are not ready', () => {
  const queue = new FairQueue<string>();
  for (const entry of ['a1', 'b1', 'a2']) queue.push(entry[0] ?? '', entry);
  expect(queue.shift((key) => key !== 'a')).toBe('b1');
  expect(queue.shift((key) => key !== 'a')).toBeUndefined();
  expect([queue.shift(), queue.shift()]).toEqual(['a1', 'a2']);
});
