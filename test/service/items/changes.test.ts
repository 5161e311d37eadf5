import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../../src/service/core/durations.js';
import {
  type Changes,
  compareEntry,
  type IncomingEntry,
  MAX_PUBLISHED_CHANGES,
  type StoredEntry,
} from '../../../src/service/items/changes.js';

const NOW = Date.UTC(2024, 10, 20, 12);

/** An entry as a source writes it; the key is the guid unless a test says otherwise. */
function entry(key: string, change: Partial<IncomingEntry> = {}): IncomingEntry {
  return {
    key,
    guid: key,
    url: `https://a.example/${key}`,
    title: `The title of ${key}`,
    date: NOW - HOUR,
    fingerprint: `1.${key}`,
    ...change,
  };
}

/** What is stored after a document was read, in its order. */
function stored(document: IncomingEntry[], change: Partial<StoredEntry> = {}): StoredEntry[] {
  return document.map((item, position) => ({
    ...item,
    position,
    firstSeenAt: NOW - HOUR,
    announcedChanges: 0,
    told: null,
    ...change,
  }));
}

type Result = Changes<StoredEntry, IncomingEntry>;

/** The keys in each list that is not empty; an update as `old→new`, with `!` when announced. */
function summary(changes: Result): Record<string, string[]> {
  const updates = (kind: 'changed' | 'renamed' | 'rewritten' | 'unchanged') =>
    changes[kind].map(({ stored: old, incoming, announce }) => {
      const name = old.key === incoming.key ? old.key : `${old.key}→${incoming.key}`;
      return announce ? `${name}!` : name;
    });
  const all = {
    added: changes.added.map(({ key }) => key),
    changed: updates('changed'),
    renamed: updates('renamed'),
    rewritten: updates('rewritten'),
    unchanged: updates('unchanged'),
    returned: changes.returned.map(({ key }) => key),
    toDrop: changes.toDrop.map(({ key }) => key),
  };
  return Object.fromEntries(Object.entries(all).filter(([, keys]) => keys.length > 0));
}

function changes(
  before: StoredEntry[],
  incoming: IncomingEntry[],
  more: { dropped?: string[]; keep?: number } = {},
): Record<string, string[]> {
  const dropped = new Set(more.dropped);
  const keep = more.keep === undefined ? {} : { keep: more.keep };
  return summary(
    compareEntry({
      stored: before,
      incoming,
      isDropped: (key) => dropped.has(key),
      now: NOW,
      ...keep,
    }),
  );
}

const A = entry('a');
const B = entry('b');
const C = entry('c');
const D = entry('d');

describe('compare, entries with stable identities', () => {
  const cases: [string, StoredEntry[], IncomingEntry[], Record<string, string[]>][] = [
    ['the first reading', [], [A, B], { added: ['a', 'b'] }],
    ['nothing new', stored([A, B]), [A, B], { unchanged: ['a', 'b'] }],
    ['another order', stored([A, B]), [B, A], { unchanged: ['b', 'a'] }],
    ['one new', stored([B, C]), [A, B, C], { added: ['a'], unchanged: ['b', 'c'] }],
    ['an empty document', stored([A, B]), [], {}],
    [
      'an edited title',
      stored([A, B]),
      [{ ...A, title: 'Corrected', fingerprint: '1.x' }, B],
      { changed: ['a!'], unchanged: ['b'] },
    ],
    ['only another date', stored([A]), [{ ...A, date: NOW }], { unchanged: ['a'] }],
    [
      'newer rules for fingerprints',
      stored([A]),
      [{ ...A, fingerprint: '2.x' }],
      { rewritten: ['a'] },
    ],
    ['a key that occurs twice', stored([B]), [A, A, B], { added: ['a'], unchanged: ['b'] }],
  ];
  it.each(cases)('%s', (_, before, incoming, expected) => {
    expect(changes(before, incoming)).toEqual(expected);
  });

  const [old, next] = ['Free buses for the whole town', 'Free buses for the town are voted down'];
  const titled = (title: string, text = 'text') =>
    entry('a', { title, fingerprint: `5.${text}.${title}` });
  it.each<[string, IncomingEntry, IncomingEntry, string]>([
    ['another title', titled(old), titled(next), 'changed'],
    ['another text', titled(old), titled(old, 'other'), 'changed'],
    ['another address', titled(old), { ...titled(old), fingerprint: '5.text.url' }, 'rewritten'],
    ['punctuation at the end', titled(old), titled(`${old},`), 'rewritten'],
    ['quotation marks', titled(old), titled(`“${old}”`), 'rewritten'],
    ['a time beside it', titled(old), titled(`${old} 38 min ago`), 'rewritten'],
    ['comments beside it', titled(`${old} 3 comments`), titled(`${old} 4 comments`), 'rewritten'],
    ['a text that appears', titled(old, ''), titled(old), 'rewritten'],
    ['a text that goes', titled(old), titled(old, ''), 'rewritten'],
    ['a longer title of a feed', titled(old), titled(`${old}: yes`), 'changed'],
  ])('%s', (_, before, after, kind) => {
    expect(Object.keys(changes(stored([before]), [after]))).toEqual([kind]);
  });

  it.each<[string, string, string, string]>([
    ['a kicker', old, `Transport: ${old}`, 'rewritten'],
    ['a kicker that goes', `Transport ${old}`, old, 'rewritten'],
    ['an author', old, `${old} by Ada Byron`, 'rewritten'],
    ['a word in it', old, old.replace('whole', 'old'), 'changed'],
    ['a short title', 'Buses', 'Free Buses', 'changed'],
    ['a part of a word', 'Free buses for to', 'Free buses for town', 'changed'],
  ])('%s beside the title of a page', (_, before, after, kind) => {
    const known = { stored: stored([titled(before)]), incoming: [titled(after)] };
    const result = compareEntry({ ...known, isDropped: () => false, now: NOW, isPage: true });
    expect(Object.keys(summary(result))).toEqual([kind]);
  });

  it('announces a title that goes back and forth once within a day, and again after it', () => {
    const told: boolean[] = [];
    let [item] = stored([titled(old)]);
    for (const [hours, title] of [
      ...([1, 2, 3, 4].map((at) => [at, at % 2 === 1 ? next : old]) as [number, string][]),
      [60, next] as [number, string],
      [61, 'A third title of these buses'] as [number, string],
    ]) {
      const result = compareEntry({
        ...{ stored: item === undefined ? [] : [item], incoming: [titled(title)] },
        ...{ isDropped: () => false, now: NOW + hours * HOUR },
      });
      const [change] = result.changed;
      told.push(change?.announce === true);
      item = item && { ...item, ...titled(title), told: change?.told ?? null };
    }
    expect(told).toEqual([true, false, false, false, true, true]);
  });

  it('announces 24 changes of an item and stores the rest without a word', () => {
    const edited = [{ ...A, fingerprint: '1.x' }];
    const read = (announcedChanges: number) => changes(stored([A], { announcedChanges }), edited);
    expect(read(MAX_PUBLISHED_CHANGES - 1)).toEqual({ changed: ['a!'] });
    expect(read(MAX_PUBLISHED_CHANGES)).toEqual({ changed: ['a'] });
  });
});

describe('compare, entries that come and go', () => {
  it('knows an entry that fell off the end and came back', () => {
    const fallen = [...stored([A, B]), ...stored([C], { position: null })];
    expect(changes(fallen, [A, B, C])).toEqual({ unchanged: ['a', 'b', 'c'] });
  });

  it('says nothing while two replicas of a source answer in turn', () => {
    // One is a little ahead: it shows D and no longer A.
    const replicas = [
      [C, B, A],
      [D, C, B],
    ] as const;
    let known = [...stored([D, C, B, A])];
    for (let round = 0; round < 6; round++) {
      const document = replicas[round % 2] ?? [];
      const result = changes(known, [...document]);
      expect(result).toEqual({ unchanged: document.map(({ key }) => key) });
      known = known.map((old) => {
        const position = document.findIndex(({ key }) => key === old.key);
        return { ...old, position: position < 0 ? null : position };
      });
    }
  });

  it('takes a dropped item that is still listed for neither new nor changed', () => {
    expect(changes(stored([A]), [A, B], { dropped: ['b'] })).toEqual({
      unchanged: ['a'],
      returned: ['b'],
    });
  });

  it('drops the oldest beyond the limit, never what the document lists', () => {
    const before = [...stored([B, C]), ...stored([D], { position: null })];
    expect(changes(before, [A, B, C], { keep: 3 })).toMatchObject({ toDrop: ['d'] });
    expect(changes(before, [A, B, D], { keep: 3 })).toMatchObject({ toDrop: ['c'] });
    expect(changes(before, [A, B, C, D], { keep: 3 })).not.toHaveProperty('toDrop');
  });

  it('does not drop an item under its old name in the reading that renames it', () => {
    const old = entry('old', { url: 'https://a.example/x-48213' });
    const renamed = entry('new', { url: 'https://a.example/y-48213' });
    const before = stored([old, B]);
    expect(changes(before, [renamed, B], { keep: 1 })).toEqual({
      renamed: ['old→new!'],
      unchanged: ['b'],
    });
  });
});

describe('compare, entries whose identity was changed by their publisher', () => {
  const oldTitle = entry('g1', { title: 'Council votes for free buses' });
  const newTitle = entry('g2', { title: 'Council votes for free busses' });
  const oldSlug = entry('x1', { url: 'https://a.example/buses-free/a-71459999', title: 'Free!' });
  const newSlug = entry('x2', { url: 'https://a.example/mayor-vetoes/a-71459999', title: 'Veto' });

  const cases: [string, IncomingEntry[], IncomingEntry[], Record<string, string[]>][] = [
    [
      'the guid changed, the title hardly',
      [oldTitle, B],
      [newTitle, B],
      { renamed: ['g1→g2!'], unchanged: ['b'] },
    ],
    [
      'the guid changed and nothing else: stored, not announced',
      [oldTitle, B],
      [{ ...oldTitle, key: 'g2', guid: 'g2' }, B],
      { renamed: ['g1→g2'], unchanged: ['b'] },
    ],
    [
      'headline and slug were rewritten, the number stayed (miniflux#3120)',
      [oldSlug, B],
      [newSlug, B],
      { renamed: ['x1→x2!'], unchanged: ['b'] },
    ],
    [
      'a new item on top at the same time',
      [oldSlug, B],
      [A, newSlug, B],
      { added: ['a'], renamed: ['x1→x2!'], unchanged: ['b'] },
    ],
    [
      'two at once',
      [oldTitle, oldSlug, B],
      [newTitle, newSlug, B],
      { renamed: ['g1→g2!', 'x1→x2!'], unchanged: ['b'] },
    ],
    // miniflux#2358 asks for less: there the old one is still listed, so it is another item.
    [
      'the old identity is still there',
      [oldSlug, B],
      [newSlug, oldSlug, B],
      { added: ['x2'], unchanged: ['x1', 'b'] },
    ],
    [
      'the old one fell off the end',
      [A, oldTitle],
      [newTitle, A],
      { added: ['g2'], unchanged: ['a'] },
    ],
    [
      'the daily thread of the next day',
      [entry('t20', { title: 'Daily thread Nov 20' }), B],
      [entry('t21', { title: 'Daily thread Nov 21' }), B],
      { added: ['t21'], unchanged: ['b'] },
    ],
    [
      'a part of a series, which shows by its other parts',
      [
        entry('p2', { title: 'A history of the railway, part II' }),
        B,
        entry('p1', { title: 'A history of the railway, part I' }),
      ],
      [
        entry('p3', { title: 'A history of the railway, part III' }),
        B,
        entry('p1', { title: 'A history of the railway, part I' }),
      ],
      { added: ['p3'], unchanged: ['b', 'p1'] },
    ],
    [
      'dates three days apart',
      [{ ...oldTitle, date: NOW - 3 * DAY }, B],
      [{ ...newTitle, date: NOW }, B],
      { added: ['g2'], unchanged: ['b'] },
    ],
    [
      'a number that is a date',
      [entry('x1', { url: 'https://a.example/20241120/one' }), B],
      [entry('x2', { url: 'https://a.example/20241120/two' }), B],
      { added: ['x2'], unchanged: ['b'] },
    ],
    [
      'a number that several addresses of the feed have',
      [
        entry('c', { url: 'https://a.example/12345/c' }),
        entry('x1', { url: 'https://a.example/12345/one' }),
        B,
      ],
      [
        entry('c', { url: 'https://a.example/12345/c' }),
        entry('x2', { url: 'https://a.example/12345/two' }),
        B,
      ],
      { added: ['x2'], unchanged: ['c', 'b'] },
    ],
    [
      'two candidates for one',
      [entry('x1', { title: 'Breaking news today', date: NOW - HOUR }), B],
      [
        entry('x2', { title: 'Breaking news today', date: NOW }),
        entry('x3', { title: 'Breaking news today', date: NOW - 2 }),
        B,
      ],
      { added: ['x2', 'x3'], unchanged: ['b'] },
    ],
    [
      'two numbers that lead to two entries',
      [entry('x1', { url: 'https://a.example/11111/22222' }), B],
      [
        entry('x2', { url: 'https://a.example/11111' }),
        entry('x3', { url: 'https://a.example/22222' }),
        B,
      ],
      { added: ['x2', 'x3'], unchanged: ['b'] },
    ],
    [
      'entries without a title',
      [entry('x1', { title: '' }), B],
      [entry('x2', { title: '' }), B],
      { added: ['x2'], unchanged: ['b'] },
    ],
  ];
  it.each(cases)('%s', (_, before, incoming, expected) => {
    expect(changes(stored(before), incoming)).toEqual(expected);
  });

  it('recognises a document that appends, where the old end is the beginning', () => {
    const dated = (key: string, day: number, title: string) =>
      entry(key, { title, date: NOW - (9 - day) * HOUR });
    const before = [dated('a', 1, 'Old news'), dated('b', 2, 'More'), dated('g1', 3, 'Bus votes')];
    const after = [dated('b', 2, 'More'), dated('g2', 3, 'Bus votes!'), dated('d', 4, 'Last')];
    expect(changes(stored(before), after)).toMatchObject({ renamed: ['g1→g2!'], added: ['d'] });
    const fallen = [dated('b', 2, 'More'), dated('g1', 3, 'Bus votes'), dated('a2', 1, 'Old news')];
    expect(changes(stored(before), fallen)).toMatchObject({ added: ['a2'] });
  });

  it('follows a publisher who changes every guid at once, and back again', () => {
    const titles = ['Harvest begins', 'Bridge closed', 'Choir sings', 'Elections called', 'Snow'];
    const document = (prefix: string) =>
      titles.map((title, index) =>
        entry(`${prefix}${index}`, { title, date: NOW - index * DAY, fingerprint: `1.${title}` }),
      );
    const names = (from: string, to: string) => titles.map((_, i) => `${from}${i}→${to}${i}`);
    expect(changes(stored(document('http')), document('https'))).toEqual({
      renamed: names('http', 'https'),
    });
    expect(changes(stored(document('https')), document('http'))).toEqual({
      renamed: names('https', 'http'),
    });
  });

  it('finds a new item among guids that all changed', () => {
    const old = [
      entry('a1', { title: 'Harvest begins', date: NOW - DAY }),
      entry('b1', { title: 'Bridge closed', date: NOW - 2 * DAY }),
    ];
    const fresh = [
      entry('c2', { title: 'Choir sings', date: NOW }),
      entry('a2', { title: 'Harvest begins', date: NOW - DAY }),
    ];
    expect(changes(stored(old), fresh)).toEqual({ added: ['c2'], renamed: ['a1→a2!'] });
  });

  it('does not take the only item of a feed for the one before it', () => {
    const word = (key: string, date: number) =>
      entry(key, { title: 'Word of the day', url: 'https://a.example/word?channel=48213', date });
    expect(changes(stored([word('x', NOW - DAY)]), [word('y', NOW)])).toEqual({ added: ['y'] });
  });

  it('dates an entry without a date by when it was first seen', () => {
    const undated = (key: string) => ({ ...oldTitle, key, guid: key, date: null });
    const read = (firstSeenAt: number) =>
      changes(stored([undated('g1'), B], { firstSeenAt }), [undated('g2'), B]);
    expect(read(NOW - DAY)).toMatchObject({ renamed: ['g1→g2'] });
    expect(read(NOW - 3 * DAY)).toMatchObject({ added: ['g2'] });
  });

  describe('with a third title that is like only one of the two', () => {
    // Two letters of 28 may differ: these three are in a row, the first too far from the last.
    const [first, middle, last] = [
      'Coxxcil votes for free buses',
      'Council votes for free buses',
      'Council votes for free busxx',
    ];
    const titled = (key: string, title: string | undefined) => entry(key, { title: title ?? '' });
    const rivals: [string, IncomingEntry[], IncomingEntry[]][] = [
      [
        'among the stored, like the old one',
        [titled('x1', middle), titled('s', last), B],
        [titled('x2', first), B, titled('s', last)],
      ],
      [
        'among the stored, like the new one',
        [titled('x1', first), titled('s', last), B],
        [titled('x2', middle), B, titled('s', last)],
      ],
      [
        'among the new, like the old one',
        [titled('x1', middle), B],
        [titled('x2', first), titled('x3', last), B],
      ],
      [
        'among the new, like the new one',
        [titled('x1', first), B],
        [titled('x2', middle), titled('x3', last), B],
      ],
    ];
    it.each(rivals)('%s: no pair', (_, before, incoming) => {
      expect(changes(stored(before), incoming)).not.toHaveProperty('renamed');
    });
    it('an entry that was given such a title just now: no pair', () => {
      const before = [titled('x1', middle), titled('s', 'Weather'), B];
      const incoming = [titled('x2', first), titled('s', last), B];
      expect(changes(stored(before), incoming)).not.toHaveProperty('renamed');
    });
    it('and without the third: a pair', () => {
      const result = changes(stored([titled('x1', middle), B]), [titled('x2', first), B]);
      expect(result).toMatchObject({ renamed: ['x1→x2!'] });
    });
  });

  it('stops comparing when hundreds of entries were replaced, and pairs none it is not sure of', () => {
    const strangers = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, index) =>
        entry(`${prefix}${index}`, { title: letters(prefix, index) }),
      );
    const read = (count: number) =>
      compareEntry({
        stored: stored([...strangers('x', count), oldTitle, B]),
        incoming: [...strangers('y', count), newTitle, B],
        isDropped: () => false,
        now: NOW,
      });
    expect(read(10).renamed.map(({ incoming }) => incoming)).toEqual([newTitle]);
    expect(read(400).renamed).toEqual([]);
    expect(read(400).added).toHaveLength(401);
  });

  it('does not pair when it had to stop before it had seen every rival', () => {
    const strangers = Array.from({ length: 3000 }, (_, index) =>
      entry(`x${index}`, { title: letters('x', index) }),
    );
    const rival = entry('r', { title: 'Coxxcil votes for free busses' });
    const pairs = (incoming: IncomingEntry[]) => changes(stored([oldTitle, B]), incoming);
    expect(pairs([newTitle, ...strangers.slice(0, 100), B])).toHaveProperty('renamed');
    expect(pairs([newTitle, ...strangers, rival, B])).not.toHaveProperty('renamed');
  });
});

/** A title of its own for each number, all of the length of the one that is looked for. */
function letters(prefix: string, index: number): string {
  const digest = hash('sha256', `${prefix}${index}`).replace(
    /\d/g,
    (digit) => 'ghijklmnop'[Number(digit)] ?? '',
  );
  return digest.slice(0, 28);
}

describe('compare, a list whose addresses changed together', () => {
  const renamed = (before: StoredEntry[], after: IncomingEntry[]) =>
    changes(before, after).renamed?.length ?? 0;
  const list = (name: string, titles: string[], date: number | null = null) =>
    titles.map((title, at) => entry(`${name}${at}`, { title, date }));
  const titles = ['The mayor opens the new bridge', 'A storm closes two schools', 'Tram 4 is back'];

  it('tells a list under other addresses by its titles', () => {
    const before = stored(list('old', [...titles, 'The oldest of the stories']));
    expect(renamed(before, list('new', ['A story of today', ...titles]))).toBe(3);
    expect(renamed(before, list('new', titles.slice(1)))).toBe(0);
  });

  it.each<[string, IncomingEntry[], IncomingEntry[]]>([
    ['the addresses are known', list('old', titles), list('old', titles)],
    ['most titles are other ones', list('old', titles), list('new', [...titles, ...'abcd'])],
    [
      'the titles are short',
      list('old', ['Monday', 'Tuesday', 'Sunday']),
      list('new', ['Monday', 'Tuesday', 'Sunday']),
    ],
    ['titles occur twice', list('old', [...titles, ...titles]), list('new', titles)],
    ['the dates are other ones', list('old', titles, NOW - 7 * DAY), list('new', titles, NOW)],
  ])('does not where %s', (_, before, after) => {
    expect(renamed(stored(before), after)).toBe(0);
  });

  it('leaves out entries that left the list before', () => {
    expect(renamed(stored(list('old', titles), { position: null }), list('new', titles))).toBe(0);
  });
});

describe('compare, of any window and any document', () => {
  const anyEntry = fc.record({
    key: fc.constantFrom(...'abcdefghijkl'),
    title: fc.constantFrom('', 'Bus', 'Free buses for all', 'Free buses for alle', 'Photo 1'),
    url: fc.constantFrom('', 'https://a.example/12345', 'https://a.example/67890', 'https://b'),
    date: fc.option(fc.integer({ min: NOW - 5 * DAY, max: NOW })),
    fingerprint: fc.constantFrom('1.a', '1.b', '2.a'),
  });
  const document = fc
    .uniqueArray(anyEntry, { selector: ({ key }) => key, maxLength: 12 })
    .map((entries) => entries.map((one) => ({ ...one, guid: one.key })));
  const window = fc
    .tuple(document, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), fc.nat(30))
    .map(([entries, listed, announcedChanges]) =>
      stored(entries, { announcedChanges }).map((old, index) => ({
        ...old,
        position: listed[index] ? index : null,
      })),
    );
  const anyCase = fc.tuple(window, document, fc.nat(14));
  const run = ([before, incoming, keep]: [StoredEntry[], IncomingEntry[], number]) =>
    compareEntry({ stored: before, incoming, isDropped: () => false, now: NOW, keep });

  it('puts every entry of the document in exactly one list', () => {
    fc.assert(
      fc.property(anyCase, (input) => {
        const { added, changed, renamed, rewritten, unchanged } = run(input);
        const updates = [...changed, ...renamed, ...rewritten, ...unchanged];
        const seen = [...added, ...updates.map(({ incoming }) => incoming)];
        expect(seen.map(({ key }) => key).sort()).toEqual(input[1].map(({ key }) => key).sort());
        const touched = updates.map(({ stored: old }) => old);
        expect(new Set(touched).size).toBe(touched.length);
      }),
    );
  });

  it('never adds a key that is stored, and never drops what it touches', () => {
    fc.assert(
      fc.property(anyCase, (input) => {
        const { added, changed, renamed, rewritten, unchanged, toDrop } = run(input);
        const known = new Set(input[0].map(({ key }) => key));
        expect(added.some(({ key }) => known.has(key))).toBe(false);
        const touched = [...changed, ...renamed, ...rewritten, ...unchanged];
        for (const { stored: old } of touched) expect(toDrop).not.toContain(old);
      }),
    );
  });

  it('finds nothing when it reads the same document again', () => {
    fc.assert(
      fc.property(anyCase, ([before, incoming]) => {
        const first = compareEntry({ stored: before, incoming, isDropped: () => false, now: NOW });
        const gone = new Set([...first.toDrop, ...first.renamed.map(({ stored: old }) => old)]);
        const rest = before
          .filter((old) => !gone.has(old) && !incoming.some(({ key }) => key === old.key))
          .map((old) => ({ ...old, position: null }));
        const after = [...stored(incoming), ...rest];
        expect(
          summary(compareEntry({ stored: after, incoming, isDropped: () => false, now: NOW })),
        ).toEqual(incoming.length === 0 ? {} : { unchanged: incoming.map(({ key }) => key) });
      }),
    );
  });
});
