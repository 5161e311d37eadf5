import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY } from '../../../src/service/core/durations.js';
import {
  expiredTombstones,
  itemsToDrop,
  keptItems,
  tombstoneHash,
} from '../../../src/service/items/retention.js';

const NOW = Date.UTC(2024, 10, 20);
const items = (...keys: string[]) => keys.map((key) => ({ key }));

it.each([
  ['a feed', 'url', undefined, 500],
  ['a feed with a limit of its own', 'url', 20, 20],
  ['the changes of a page', 'changes', undefined, 100],
  ['the changes of a page with a lower limit', 'changes', 20, 20],
  ['the changes of a page with a higher limit', 'changes', 400, 100],
])('of %s as many items are kept as its mode says', (_, mode, keep, kept) => {
  expect(keptItems({ mode }, keep)).toBe(kept);
});

describe('itemsToDrop', () => {
  const cases: [string, string[], string[], number, string[]][] = [
    ['fewer than the limit', ['c', 'b', 'a'], ['c'], 3, []],
    ['the oldest beyond the limit', ['d', 'c', 'b', 'a'], ['d'], 3, ['a']],
    ['what is listed stays, whatever its age', ['d', 'c', 'b', 'a'], ['d', 'a'], 3, ['b']],
    ['a document longer than the limit', ['c', 'b', 'a'], ['c', 'b', 'a'], 2, []],
    ['nothing listed', ['c', 'b', 'a'], [], 1, ['b', 'a']],
  ];
  it.each(cases)('%s', (_, stored, listed, keep, dropped) => {
    expect(itemsToDrop(items(...stored), new Set(listed), keep)).toEqual(items(...dropped));
  });

  it('drops nothing that is listed, and keeps as many as it may', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { maxLength: 40 }),
        fc.nat(30),
        fc.nat(50),
        (keys, listedCount, keep) => {
          const listed = new Set(keys.filter((_, index) => index % 3 === 0).slice(0, listedCount));
          const dropped = itemsToDrop(items(...keys), listed, keep);
          expect(dropped.some(({ key }) => listed.has(key))).toBe(false);
          expect(keys.length - dropped.length).toBe(
            Math.min(keys.length, Math.max(keep, listed.size)),
          );
        },
      ),
    );
  });
});

describe('tombstones', () => {
  it('are forgotten after 30 days unseen', () => {
    const fresh = { hash: tombstoneHash('fresh'), lastSeenAt: NOW - 29 * DAY };
    const old = { hash: tombstoneHash('old'), lastSeenAt: NOW - 30 * DAY };
    const listed = { hash: tombstoneHash('listed'), lastSeenAt: NOW - 300 * DAY };
    expect(expiredTombstones([fresh, old, listed], new Set([listed.hash]), NOW)).toEqual([old]);
  });

  it('are short, safe in an address and different for different keys', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(tombstoneHash(one)).toMatch(/^[\w-]{22}$/);
        expect(tombstoneHash(one) === tombstoneHash(other)).toBe(one === other);
      }),
    );
  });
});
