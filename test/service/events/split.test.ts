import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitUpdate } from '../../../src/service/events/split.js';

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);

describe('splitUpdate', () => {
  const cases: [string, number, number, [number, number][]][] = [
    ['nothing', 0, 0, []],
    ['a small update', 3, 2, [[3, 2]]],
    ['exactly one event', 60, 40, [[60, 40]]],
    [
      'one item too many',
      60,
      41,
      [
        [60, 40],
        [0, 1],
      ],
    ],
    [
      'only new items',
      250,
      0,
      [
        [100, 0],
        [100, 0],
        [50, 0],
      ],
    ],
    [
      'only changed items',
      0,
      120,
      [
        [0, 100],
        [0, 20],
      ],
    ],
    [
      'new and changed items in one event',
      150,
      120,
      [
        [100, 0],
        [50, 50],
        [0, 70],
      ],
    ],
  ];
  it.each(cases)('%s', (_, fresh, changed, expected) => {
    const parts = splitUpdate({
      items_new: numbers(0, fresh),
      items_changed: numbers(1000, changed),
    });
    expect(parts.map((part) => [part.items_new.length, part.items_changed.length])).toEqual(
      expected,
    );
  });

  it('loses nothing, repeats nothing, keeps the order and the size', () => {
    fc.assert(
      fc.property(
        fc.nat(60),
        fc.nat(60),
        fc.integer({ min: 1, max: 25 }),
        (fresh, changed, size) => {
          const update = { items_new: numbers(0, fresh), items_changed: numbers(1000, changed) };
          const parts = splitUpdate(update, { items: size });
          expect(parts.flatMap((part) => part.items_new)).toEqual(update.items_new);
          expect(parts.flatMap((part) => part.items_changed)).toEqual(update.items_changed);
          expect(parts).toHaveLength(Math.ceil((fresh + changed) / size));
          for (const part of parts) {
            expect(part.items_new.length + part.items_changed.length).toBeLessThanOrEqual(size);
          }
        },
      ),
    );
  });

  it('starts another event when the bytes would be too many, and lets a giant go alone', () => {
    const sizes = [40, 40, 40, 500, 10, 90, 10];
    const parts = splitUpdate(
      { items_new: sizes, items_changed: [5] },
      { bytes: 100, bytesOf: (size) => size },
    );
    expect(parts.map((part) => [part.items_new, part.items_changed])).toEqual([
      [[40, 40], []],
      [[40], []],
      [[500], []],
      [[10, 90], []],
      [[10], [5]],
    ]);
  });

  it('counts the bytes of items as they travel', () => {
    const item = { text: 'ü'.repeat(200 * 1024) };
    const parts = splitUpdate({ items_new: [item, item, item], items_changed: [] });
    expect(parts.map((part) => part.items_new.length)).toEqual([1, 1, 1]);
  });
});
