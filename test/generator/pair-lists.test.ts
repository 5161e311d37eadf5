import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pairLists } from '../../src/generator/pair-lists.js';

const LONG = 'The harbour opens again';
const item = (path: string, title: string) => ({ url: `https://a.test/${path}`, title });
type Item = ReturnType<typeof item>;

/** Each pair as the paths of its two items; "-" for none. */
const paired = (old: Item[], now: Item[]) =>
  pairLists(old, now).map((pair) =>
    [pair.old, pair.new].map((one) => one?.url.replace('https://a.test/', '') ?? '-').join(' '),
  );

it.each<[string, Item[], Item[], string[]]>([
  ['by address', [item('1', 'x')], [item('1', 'y')], ['1 1']],
  ['by title', [item('1', LONG)], [item('2', LONG)], ['1 2']],
  ['not by a short title', [item('1', 'x')], [item('2', 'x')], ['- 2', '1 -']],
  [
    'by address before by title',
    [item('1', LONG), item('2', 'x')],
    [item('2', LONG), item('3', LONG)],
    ['2 2', '1 3'],
  ],
  ['an old item once', [item('1', LONG)], [item('2', LONG), item('3', LONG)], ['1 2', '- 3']],
  [
    'the first of old items with one title',
    [item('1', LONG), item('2', LONG)],
    [item('3', LONG)],
    ['1 3', '2 -'],
  ],
  [
    'in the order of the new list, the old rest behind it',
    [item('1', 'a'), item('2', 'b'), item('3', 'c')],
    [item('3', 'c'), item('9', 'n'), item('1', 'a')],
    ['3 3', '- 9', '1 1', '2 -'],
  ],
  [
    'by short titles where many agree',
    [...'abcde'].map((title) => item(`old-${title}`, title)),
    [...'abcde'].map((title) => item(title, title)),
    [...'abcde'].map((title) => `old-${title} ${title}`),
  ],
])('pairs items %s', (_, old, now, expected) => {
  expect(paired(old, now)).toEqual(expected);
});

it('has every item of both lists once, the new ones in their order', () => {
  const list = fc.uniqueArray(
    fc.record({ path: fc.nat(12), title: fc.constantFrom('a', 'b', LONG, `${LONG} now`) }),
    { selector: ({ path }) => path, maxLength: 12 },
  );
  fc.assert(
    fc.property(list, list, (before, after) => {
      const [old, now] = [before, after].map((all) =>
        all.map(({ path, title }) => item(String(path), title)),
      ) as [Item[], Item[]];
      const pairs = pairLists(old, now);
      expect(pairs.flatMap((pair) => pair.new ?? [])).toEqual(now);
      expect(new Set(pairs.flatMap((pair) => pair.old ?? []))).toEqual(new Set(old));
      expect(pairs).toHaveLength(now.length + pairs.filter((pair) => pair.new === null).length);
      for (const { old: one, new: other } of pairs)
        if (one && other) expect(one.url === other.url || one.title === other.title).toBe(true);
    }),
  );
});
