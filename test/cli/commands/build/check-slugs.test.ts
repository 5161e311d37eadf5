import { expect, it } from 'vitest';
import {
  checkMoved,
  refuseEqualSlugs,
  refuseForeignSlugs,
} from '../../../../src/cli/commands/build/check-slugs.js';
import type { Manifest } from '../../../../src/cli/sources/model.js';

type Entry = readonly [slug: string | undefined, line: number, column: number];

function manifest(feeds: readonly Entry[], bundles: readonly Entry[] = []): Manifest {
  const entries = (given: readonly Entry[]) =>
    given.map(([slug, line, column]) => ({ slug, at: { line, column } }));
  return { feeds: entries(feeds), bundles: entries(bundles) } as unknown as Manifest;
}

const file = 'feeds.yaml';

it('a slug that is there twice is refused where it appears again', () => {
  const twice = (...given: Parameters<typeof manifest>) => {
    try {
      refuseEqualSlugs(manifest(...given), file);
    } catch (error) {
      return String(error).match(/feeds\.yaml:\S+ the slug "\w+" is already in line \d+/g);
    }
    return [];
  };
  expect(
    twice(
      [
        ['a', 2, 5],
        [undefined, 3, 5],
        [undefined, 4, 5],
      ],
      [['b', 9, 5]],
    ),
  ).toEqual([]);
  expect(twice([['a', 9, 2]], [['A', 2, 5]])).toEqual([
    'feeds.yaml:9:2: the slug "a" is already in line 2',
  ]);
  expect(
    twice([
      ['a', 1, 40],
      ['a', 1, 7],
    ]),
  ).toEqual(['feeds.yaml:1:40: the slug "a" is already in line 1']);
});

it('a slug of another feed is refused, with the command for one that moved', () => {
  const wanted = manifest(
    [
      ['a', 2, 5],
      ['b', 3, 5],
      [undefined, 4, 5],
    ],
    [['c', 5, 5]],
  );
  const refuse = (foreign: string[]) =>
    refuseForeignSlugs(
      wanted,
      { feeds: [], bundles: [], moved: [] } as never,
      { knownSlugs: () => new Map(), foreignSlugs: () => foreign } as never,
      { file, again: ['feedctl', 'build', file] },
    );
  expect(() => refuse([])).not.toThrow();
  expect(() => refuse(['b'])).toThrow(
    expect.objectContaining({
      message: expect.stringContaining('feeds.yaml:3:5: the slug "b" belonged to another feed'),
      hint: expect.stringMatching(/new address: feedctl build feeds\.yaml --moved b$/),
    }),
  );
});

it('a slug that moved is one of a feed in the file', () => {
  const wanted = manifest(
    [
      ['Alpha', 2, 5],
      [undefined, 3, 5],
    ],
    [['mix', 4, 5]],
  );
  expect(() => checkMoved(['alpha'], wanted, file)).not.toThrow();
  expect(() => checkMoved([], wanted, file)).not.toThrow();
  expect(() => checkMoved(['alpha', 'mix'], wanted, file)).toThrow(
    'No feed of feeds.yaml has the slug "mix", which --moved names.',
  );
});
