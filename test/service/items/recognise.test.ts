import { describe, expect, it } from 'vitest';
import { DAY } from '../../../src/service/core/durations.js';
import { haveNoOtherDates, oneToOne, sharing } from '../../../src/service/items/marked-pairs.js';
import { isMove, movedPairs } from '../../../src/service/items/moved-list.js';
import {
  isNextEdition,
  recognise,
  vanishedFromInside,
} from '../../../src/service/items/recognise.js';
import { isTitleWithin, titleWords } from '../../../src/service/items/title-similarity.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');

const entry = (key: string, more: object = {}) => ({
  ...{ key, guid: null as string | null, url: '', title: '', date: null as number | null },
  ...{ fingerprint: `6.${key}.x`, position: 0 as number | null, firstSeenAt: NOW },
  ...more,
});

it.each([
  [2, 4, false],
  [3, 4, true],
  [3, 6, true],
  [3, 7, false],
  [4, 8, true],
])('%i of %i entries under other names are a move: %s', (renamed, entries, expected) => {
  expect(isMove(renamed, entries)).toBe(expected);
});

it.each([
  [null, 0, true],
  [0, null, true],
  [0, 2 * DAY, true],
  [2 * DAY, 0, true],
  [0, 2 * DAY + 1, false],
])('the dates %j and %j can be of one item: %s', (one, other, expected) => {
  expect(haveNoOtherDates([entry('a', { date: one }), entry('b', { date: other })])).toBe(expected);
});

it('pairs what shares a mark that nothing else has', () => {
  const stored = ['ab', 'c', 'dx', 'dy'];
  const pairs = sharing({ stored, incoming: ['az', 'bz', 'c', 'd'] }, (text: string) => [...text]);
  expect(pairs).toEqual([
    ['ab', 'az'],
    ['ab', 'bz'],
    ['c', 'c'],
  ]);
  expect(oneToOne(pairs)).toEqual([['c', 'c']]);
  expect(
    oneToOne([
      ['a', 'b'],
      ['a', 'b'],
    ]),
  ).toHaveLength(2);
});

describe('the next edition at an old address', () => {
  const DATED = { title: 'The spring fair 2025', date: 0 };
  const NEXT = { title: 'The spring fair 2026', date: 365 * DAY };
  it.each<[string, object, object, boolean]>([
    ['has a later date and another number', DATED, NEXT, true],
    ['has no guid', DATED, { ...NEXT, guid: 'g' }, false],
    ['follows by more than two days', DATED, { ...NEXT, date: 2 * DAY }, false],
    ['follows by two days and more', DATED, { ...NEXT, date: 2 * DAY + 1 }, true],
    ['has a date', DATED, { ...NEXT, date: null }, false],
    ['had a date', { ...DATED, date: null }, NEXT, false],
    ['has other numbers', DATED, { ...NEXT, title: DATED.title }, false],
    ['has the same words', DATED, { ...NEXT, title: 'Something else 2026' }, false],
    ['has a title', DATED, { ...NEXT, title: '' }, false],
  ])('%s', (_, item, next, expected) => {
    expect(isNextEdition(entry('a', item), entry('b', next))).toBe(expected);
  });
});

describe('what is missing from within a document', () => {
  const at = (position: number | null, date: number | null) =>
    entry(`${position}`, { position, date });
  const missing = (
    stored: ReturnType<typeof at>[],
    listed: number[],
    dates: (number | null)[] = [],
  ) =>
    vanishedFromInside(
      stored,
      new Set(stored.filter((_, index) => listed.includes(index))),
      dates.map((date) => ({ date })),
    ).map(({ key }) => key);

  it.each<[string, [number | null, number | null][], number[], (number | null)[], string[]]>([
    [
      'stands before the oldest that is listed',
      [
        [0, 9],
        [1, 8],
        [2, 7],
        [3, 6],
      ],
      [0, 2],
      [],
      ['1'],
    ],
    [
      'stands so in the document',
      [
        [3, 6],
        [0, 9],
        [2, 7],
        [1, 8],
      ],
      [1, 2],
      [],
      ['1'],
    ],
    [
      'or behind it, where the oldest comes first',
      [
        [0, 1],
        [1, 2],
        [2, 3],
      ],
      [1],
      [],
      ['2'],
    ],
    [
      'or before it, without dates',
      [
        [0, null],
        [1, null],
        [2, null],
      ],
      [1],
      [],
      ['0'],
    ],
    [
      'was in the last document',
      [
        [null, 9],
        [1, 8],
      ],
      [1],
      [],
      [],
    ],
    [
      'is as old as the oldest, where nothing is listed',
      [
        [0, 9],
        [1, 8],
        [2, 7],
      ],
      [],
      [9, 8],
      ['0', '1'],
    ],
    [
      'is nothing where no entry has a date',
      [
        [0, 9],
        [1, null],
      ],
      [],
      [null],
      [],
    ],
  ])('%s', (_, stored, listed, dates, expected) => {
    expect(
      missing(
        stored.map(([position, date]) => at(position, date)),
        listed,
        dates,
      ),
    ).toEqual(expected);
  });
});

describe('a list that moved', () => {
  const pairsOf = (stored: object[], incoming: object[], isCertain = false) =>
    movedPairs(
      {
        stored: stored.map((more, n) => entry(`s${n}`, more)),
        incoming: incoming.map((more, n) => entry(`i${n}`, more)),
      },
      isCertain,
    ).map(([item, next]) => item.key + next.key);
  const TITLE = 'The bridge over the harbour is open again';

  it.each<[string, object, object, boolean, string[]]>([
    ['the guid', { guid: 'g-1' }, { guid: 'g-1' }, false, ['s0i0']],
    [
      'the path at another host',
      { url: 'https://a.test/x/1.html' },
      { url: 'https://b.test/x/1.php' },
      false,
      ['s0i0'],
    ],
    ['no front page', { url: 'https://a.test/' }, { url: 'https://b.test/' }, false, []],
    ['a long title', { title: TITLE }, { title: TITLE }, false, ['s0i0']],
    [
      'no long title of another date',
      { title: TITLE, date: 0 },
      { title: TITLE, date: 3 * DAY },
      false,
      [],
    ],
    [
      'one with the same text',
      { title: TITLE, date: 0, fingerprint: '6.t.a' },
      { title: TITLE, date: 3 * DAY, fingerprint: '6.t.b' },
      false,
      ['s0i0'],
    ],
    [
      'none without a text',
      { title: TITLE, date: 0, fingerprint: '6..a' },
      { title: TITLE, date: 3 * DAY, fingerprint: '6..b' },
      false,
      [],
    ],
    ['no short title', { title: 'News' }, { title: 'News' }, false, []],
    [
      'any title, where it is certain',
      { title: 'News', date: 0 },
      { title: 'News', date: 3 * DAY },
      true,
      ['s0i0'],
    ],
  ])('is known by %s', (_, stored, incoming, isCertain, expected) => {
    expect(pairsOf([stored], [incoming], isCertain)).toEqual(expected);
  });

  it('is known without a session that all addresses have', () => {
    const at = (n: number, session: string) => ({
      url: `https://a.test/?p=${n}&s=${session}`,
      title: `T${n}`,
    });
    expect(pairsOf([at(1, 'x'), at(2, 'x')], [at(1, 'y'), at(2, 'y')])).toEqual(['s0i0', 's1i1']);
    expect(pairsOf([at(1, 'x'), at(2, 'z')], [at(1, 'y'), at(2, 'z')])).toEqual(['s1i1']);
  });
});

it('takes an entry for no item that it was dropped as', () => {
  const found = recognise({
    stored: [entry('a'), entry('b')],
    incoming: [entry('a'), entry('gone', { url: 'https://a.test/1' })],
    isDropped: (key) => key === 'gone',
    now: NOW,
  });
  expect([...found.items].map(([next, item]) => next.key + item.key)).toEqual(['aa']);
});

it.each([
  ['Twelve chars', 'Opinion: Twelve chars', true],
  ['Twelve chars', 'Twelve chars by Ada', true],
  ['Eleven char', 'Opinion: Eleven char', false],
  ['Twelve chars', 'OpinionTwelve chars', false],
  ['Twelve chars', 'A Twelve chars B', false],
])('%j is the title of %j: %s', (one, other, expected) => {
  expect(isTitleWithin(one, other)).toBe(expected);
  expect(isTitleWithin(other, one)).toBe(expected);
});

it.each([
  ['«The bridge!»', 'the bridge'],
  ['!!!', '!!!'],
])('the words of %j are %j', (title, words) => {
  expect(titleWords(title)).toBe(words);
});

/** Which item each entry is: "entry item". */
const assigned = (stored: object[], incoming: object[], isPage = true) => {
  const found = recognise({
    stored: stored.map((more, position) => entry(`s${position}`, { position, ...more })),
    incoming: incoming.map((more, position) => entry(`i${position}`, { position, ...more })),
    isDropped: () => false,
    now: NOW,
    isPage,
  });
  return [...found.items].map(([next, item]) => `${next.title} ${item.title}`);
};

describe('addresses that count places', () => {
  /** Entries from the top, at `#_1`, `#_2`, …; the address is also the key. */
  const counted = (...titles: string[]) =>
    titles.map((title, at) => {
      const url = `https://a.test/news#_${at + 1}`;
      return { url, title, key: url };
    });

  it.each<[string, string[], string[], string[]]>([
    ['one new on top', ['c', 'b', 'a'], ['d', 'c', 'b', 'a'], ['c c', 'b b', 'a a']],
    ['one new on top of two', ['b', 'a'], ['c', 'b', 'a'], ['b b', 'a a']],
    ['the oldest gone', ['c', 'b', 'a'], ['d', 'c', 'b'], ['c c', 'b b']],
    ['the newest gone', ['d', 'c', 'b', 'a'], ['c', 'b', 'a'], ['c c', 'b b', 'a a']],
    ['two new, two gone', ['d', 'c', 'b', 'a'], ['f', 'e', 'd', 'c'], ['d d', 'c c']],
    ['one with another title', ['c', 'b', 'a'], ['c', 'x', 'a'], ['c c', 'x b', 'a a']],
    ['two exchanged', ['d', 'c', 'b', 'a'], ['c', 'd', 'b', 'a'], ['c d', 'd c', 'b b', 'a a']],
  ])('%s', (_, before, after, expected) => {
    expect(assigned(counted(...before), counted(...after)).sort()).toEqual(expected.sort());
  });

  it('name their entries where these have guids', () => {
    const named = (...titles: string[]) =>
      counted(...titles).map((one, at) => ({ ...one, key: `g${at}`, guid: `g${at}` }));
    expect(assigned(named('b', 'a', 'x'), named('c', 'b', 'a'))).toEqual(['c b', 'b a', 'a x']);
  });
});

describe('links that entries share', () => {
  const [A, B] = ['https://a.test/topic/1', 'https://a.test/x.php/topic/1'];
  const [one, two, six] = [
    'The first of the entries',
    'The second of the entries',
    'Sixth of them',
  ];

  it('tell nothing: the title does, also of items that left', () => {
    const stored = [
      { url: A, title: one },
      { url: A, title: two, position: null },
    ];
    const incoming = [one, two].map((title) => ({ url: B, title }));
    expect(assigned(stored, incoming, false)).toEqual([`${one} ${one}`, `${two} ${two}`]);
  });

  it('tell nothing where only one entry has the link now', () => {
    const stored = [one, two].map((title, at) => ({ url: A, title, key: at === 0 ? A : 'x' }));
    expect(assigned(stored, [{ url: A, title: six, key: A }], false)).toEqual([]);
    const alone = [{ url: A, title: one, key: A }];
    expect(assigned(alone, [{ url: A, title: six, key: A }], false)).toEqual([`${six} ${one}`]);
  });

  it('tell nothing of entries of another date', () => {
    const at = (url: string, date: number) => [one, two].map((title) => ({ url, title, date }));
    expect(assigned(at(A, 0).slice(0, 1), at(B, 3 * DAY), false)).toEqual([]);
  });
});

describe('a post that gets another day, in its address too', () => {
  const post = (day: string, more: object = {}) => ({
    url: `https://a.test/2026/01/${day}/the-bridge-is-open`,
    title: 'The bridge is open',
    date: Date.parse(`2026-01-${day}`),
    fingerprint: '6.text.x',
    ...more,
  });
  const older = { url: 'https://a.test/old', title: 'Older', key: 'old', date: 0 };

  it('is the same', () => {
    const title = 'The bridge is open';
    expect(assigned([post('08'), older], [post('12'), older])).toContain(`${title} ${title}`);
  });

  it.each([
    ['another text', post('12', { fingerprint: '6.other.x' })],
    ['no text', post('12', { fingerprint: '6..x' })],
    ['another name', post('12', { url: 'https://a.test/2026/01/12/the-bridge-again' })],
    ['another title', post('12', { title: 'The bridge is open again' })],
  ])('is another with %s', (_, next) => {
    expect(assigned([post('08'), older], [next, older])).toEqual(['Older Older']);
  });

  it('is another where the old one is still there', () => {
    const both = [post('12'), post('08', { key: 's0' }), older];
    expect(assigned([post('08'), older], both)).toHaveLength(2);
  });
});

it.each([
  ['half a year later, after a pause', null, 180 * DAY, true],
  ['within half a year', null, 180 * DAY - 1, false],
  ['without a pause', 0, 365 * DAY, false],
])('an event with its old title and address is another one %s: %s', (_, position, date, isNext) => {
  const event = (more: object) => entry('a', { title: 'The spring fair', date: 0, ...more });
  expect(isNextEdition(event({ position }), event({ date }))).toBe(isNext);
});
