import { expect, it } from 'vitest';
import { judgeRepair } from '../../src/generator/judge-repair.js';

const MOVED = { isIntact: false, current: 0, selectors: null };
const known = (found: number, of = 10) => ({ of, found, share: found / of });
const BY_SHAPE = 'its addresses look as before';

it.each([
  [
    'a list that is still found',
    { ...MOVED, isIntact: true, current: 7 },
    { foundAgain: null, known: known(0), items: 3 },
    { state: 'intact', reason: 'The feed still finds its list: 7 items.' },
  ],
  [
    'known items that are a good part of the list',
    MOVED,
    { foundAgain: null, known: known(3), items: 10 },
    {
      state: 'found',
      reason: 'The list moved: 3 of the 10 newest items of the feed are in the list.',
    },
  ],
  [
    'known items that are a small part of the list',
    MOVED,
    { foundAgain: null, known: known(3), items: 11 },
    { state: 'uncertain' },
  ],
  [
    'too few known items',
    MOVED,
    { foundAgain: null, known: known(2), items: 2 },
    { state: 'uncertain' },
  ],
  [
    'a few known items of a list that looks as before',
    MOVED,
    { foundAgain: BY_SHAPE, known: known(3), items: 100 },
    {
      state: 'found',
      reason: 'The list moved: 3 of the 10 newest items of the feed are in the list.',
    },
  ],
  [
    'a list that looks as before, with other items',
    MOVED,
    { foundAgain: BY_SHAPE, known: known(0), items: 10 },
    {
      state: 'found',
      reason: `0 of the 10 newest items of the feed are in the list, but ${BY_SHAPE}.`,
    },
  ],
  [
    'nothing that is known',
    MOVED,
    { foundAgain: null, known: known(0), items: 10 },
    {
      state: 'uncertain',
      reason: 'This may be another list: 0 of the 10 newest items of the feed are in the list.',
    },
  ],
] as const)('%s', (_, facts, list, judgement) => {
  expect(judgeRepair(facts, list)).toMatchObject(judgement);
});

it('is the surer the more items are known, and never sure of another list', () => {
  const confidence = (found: number, items: number) =>
    judgeRepair(MOVED, { foundAgain: null, known: known(found), items }).confidence;
  expect(confidence(10, 10)).toBeGreaterThan(confidence(5, 10));
  expect(confidence(10, 10)).toBeLessThanOrEqual(1);
  expect(confidence(5, 10)).toBeGreaterThan(0.5);
  expect(confidence(10, 100)).toBeGreaterThan(confidence(0, 100));
  expect(confidence(10, 100)).toBeLessThan(0.5);
});
