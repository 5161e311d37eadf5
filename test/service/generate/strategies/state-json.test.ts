import { expect, it } from 'vitest';
import { embeddedJson } from '../../../../src/service/generate/strategies/state-json.js';

const LIST = [
  { title: 'A story of "the" town', path: '/a/[1]' },
  { title: 'Another story } of it', path: '/b\\' },
];
const JSON_TEXT = JSON.stringify(LIST).padEnd(120);
const script = (text: string, more = {}) => ({ text, type: '', id: '', ...more });
const found = (text: string, more = {}) => embeddedJson([script(text, more)]);

it.each([
  ['JSON', JSON_TEXT, { type: 'application/json' }, [LIST]],
  ['JSON of Next', JSON_TEXT, { id: '__NEXT_DATA__' }, [LIST]],
  ['an assignment', `window.x = ${JSON_TEXT}; f()`, {}, [LIST]],
  ['two arrays', `a(${JSON_TEXT}); b(${JSON_TEXT})`, {}, [LIST, LIST]],
  ['an array that does not end before it', `x = [{"a": ; y = ${JSON_TEXT}`, {}, [LIST]],
  ['an array that is no JSON before it', `x = [{"a": void 0}]; y = ${JSON_TEXT}`, {}, [LIST]],
  ['structured data', JSON_TEXT, { type: 'application/ld+json' }, []],
  ['a map of imports', JSON_TEXT, { type: 'importmap' }, []],
  ['less than a hundred characters', 'x = [{"a":1}]', {}, []],
  ['no object', `x = [${'1,'.repeat(100)}1]`, {}, []],
  ['a string that nothing parses', `x = ${JSON.stringify(JSON_TEXT)}`, {}, []],
  ['a string', `x = JSON.parse(${JSON.stringify(JSON_TEXT)}) // {`, {}, [LIST]],
])('a script of %s', (_, text, more, expected) => {
  expect(found(text, more)).toEqual(expected);
});

it('joins the strings that a page streams, short ones left out', () => {
  const [first, second] = [JSON_TEXT.slice(0, 60), JSON_TEXT.slice(60)];
  const part = (text: string, before = '', after = '') =>
    `self.__next_f.push([1,${JSON.stringify(before.padEnd(100) + text + after.padEnd(100))}]);`;
  expect(found(`${part(first).replace(/ {100}"/, '"')}{`)).toEqual([]);
  const both = `self.__next_f.push([1,${JSON.stringify(' '.repeat(60) + first)}]);self.__next_f.push([1,"{short"]);self.__next_f.push([1,${JSON.stringify(second + ' '.repeat(60))}])`;
  expect(found(both)).toEqual([LIST]);
});

it('reads scripts up to six million characters together', () => {
  const large = (text: string) => script(text.padEnd(3_500_000), { type: 'application/json' });
  expect(embeddedJson([large(JSON_TEXT), large(JSON_TEXT), script(`x=${JSON_TEXT}`)])).toEqual([
    LIST,
    LIST,
  ]);
});

it('resolves the positions of a flat array', () => {
  const flat = [
    ...[{ list: 1 }, [2], { title: 3, when: 4, wrapped: 6, none: -1, deep: 7 }, 'Title'],
    ...[['Date', '2026-03-02'], 'unused', ['Ref', 3], { one: 8 }, { two: 9 }, { three: 3 }],
  ];
  const text = JSON.stringify(flat).padEnd(100);
  const [objects] = embeddedJson([
    script(text, { type: 'application/json', id: '__NUXT_DATA__' }),
  ]) as [Record<string, unknown>[]];
  expect(objects[1]).toEqual({
    ...{ title: 'Title', when: '2026-03-02', wrapped: 'Title', none: null },
    deep: { one: { two: null } },
  });
});
