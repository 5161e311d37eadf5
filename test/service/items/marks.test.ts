import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceEntry } from '../../../src/service/core/source-document.js';
import { identify, idsOf } from '../../../src/service/items/marks.js';

function entry(fields: Partial<SourceEntry> = {}): SourceEntry {
  return {
    guid: null,
    url: '',
    title: '',
    descriptionText: '',
    descriptionHtml: '',
    thumbnail: null,
    datePublished: null,
    authors: [],
    ...fields,
  };
}

/** `count` entries with everything of their own. */
function entries(count: number, fields: (index: number) => Partial<SourceEntry> = () => ({})) {
  return Array.from({ length: count }, (_, index) =>
    entry({
      guid: `guid-${index}`,
      url: `https://example.com/${index}`,
      title: `Title ${index}`,
      datePublished: index * 1000,
      ...fields(index),
    }),
  );
}

const identitiesOf = (list: SourceEntry[]) => identify(list).map(({ identity }) => identity);

describe('identify', () => {
  it('by guid, whatever else changes', () => {
    const before = entry({ guid: 'a', url: 'https://example.com/1', title: 'One' });
    const after = entry({ guid: ' a ', url: 'https://example.com/2', title: 'Two' });

    expect(identitiesOf([after])).toEqual(identitiesOf([before]));
  });

  it('by link, whatever traces a publisher hangs on it', () => {
    const before = entry({ url: 'https://example.com/1', datePublished: 5 });
    const after = { ...before, url: 'https://example.com/1?utm_source=rss' };

    expect(identitiesOf([after])).toEqual(identitiesOf([before]));
  });

  it('by link, whatever its date and title are', () => {
    const at = (datePublished: number) =>
      entry({ url: 'https://example.com/daily', datePublished, title: `At ${datePublished}` });
    expect(identitiesOf([at(1)])).toEqual(identitiesOf([at(2)]));
  });

  it.each(['N/A', '', ' none ', '-', '0', 'undefined'])('not by the guid "%s"', (guid) => {
    const at = (url: string) => identitiesOf([entry({ guid, url })]);
    expect(at('https://example.com/1')).not.toEqual(at('https://example.com/2'));
    expect(at('https://example.com/1')).toEqual(
      identitiesOf([entry({ url: 'https://example.com/1' })]),
    );
  });

  it('not by the front page of a site', () => {
    const at = (title: string) => identitiesOf([entry({ url: 'https://example.com/', title })]);
    expect(at('One')).not.toEqual(at('Two'));
  });

  it('tells entries of one guid apart by their links', () => {
    const twins = entries(2, () => ({ guid: 'same' }));
    const [first, second] = identitiesOf(twins);

    expect(first).not.toBe(second);
    expect(identitiesOf(twins.toReversed())).toEqual([second, first]);
  });

  it('tells entries of one guid, link and date apart by content', () => {
    const twin = { guid: 'same', url: 'https://example.com/', datePublished: 1 };
    const list = [entry({ ...twin, title: 'One' }), entry({ ...twin, title: 'Two' })];

    expect(new Set(identitiesOf(list)).size).toBe(2);
  });

  it('leaves an entry out that repeats another in everything', () => {
    const [one] = entries(1);
    expect(one && identify([one, { ...one }])).toHaveLength(1);
  });

  it('does not take the guid of one entry for the link of another', () => {
    const list = [
      entry({ guid: 'https://example.com/1' }),
      entry({ url: 'https://example.com/1' }),
    ];
    expect(new Set(identitiesOf(list)).size).toBe(2);
  });

  describe('for any document', () => {
    const anyEntry = fc.record({
      guid: fc.option(fc.constantFrom('a', 'b', 'c', '')),
      url: fc.constantFrom('', 'https://example.com/1', 'https://example.com/2'),
      title: fc.constantFrom('', 'One', 'Two'),
      descriptionText: fc.constantFrom('', 'text'),
      datePublished: fc.option(fc.constantFrom(1, 2)),
    });
    const anyDocument = fc.array(anyEntry.map(entry), { maxLength: 30 });

    it('no two identities are alike', () => {
      fc.assert(
        fc.property(anyDocument, (list) => {
          const identities = identitiesOf(list);
          expect(new Set(identities).size).toBe(identities.length);
        }),
      );
    });

    it('the order of the entries does not matter', () => {
      fc.assert(
        fc.property(anyDocument, (list) => {
          const turned = new Set(identitiesOf(list.toReversed()));
          expect(turned).toEqual(new Set(identitiesOf(list)));
        }),
      );
    });

    it('every entry is there, or one that equals it in all that is compared', () => {
      const compared = ({ guid, url, datePublished, title, descriptionText }: SourceEntry) =>
        JSON.stringify([guid?.trim() || null, url, datePublished, title, descriptionText]);
      fc.assert(
        fc.property(anyDocument, (list) => {
          const kept = new Set(identify(list).map((one) => compared(one.entry)));
          for (const one of list) expect(kept).toContain(compared(one));
        }),
      );
    });
  });
});

describe('idsOf', () => {
  const cases: [string, string | null, string, string[]][] = [
    ['the end of a slug', null, 'https://dw.example/en/title/a-71459999', ['71459999']],
    ['a query', null, 'https://a.example/?p=48213', ['48213']],
    ['guid and address alike', 'post-48213', 'https://a.example/48213', ['48213']],
    ['a guid that is an address', 'https://a.example:8080/?p=1234', '', ['1234']],
    ['three digits', null, 'https://a.example/news/123', []],
    ['a year', null, 'https://a.example/2024/title', []],
    ['a month', null, 'https://a.example/202411/title', []],
    ['a day', null, 'https://a.example/20241120/title', []],
    ['a day the other way round', null, 'https://a.example/20112024/title', []],
    ['the first day of a month', null, 'https://a.example/01012024/title', []],
    ['a minute', null, 'https://a.example/202411201530', []],
    ['a second', null, 'https://a.example/20241120153059', []],
    ['separate parts of a date', null, 'https://a.example/2024/11/20/title', []],
    ['six digits that are no month', null, 'https://a.example/202413', ['202413']],
    ['the host and its port', null, 'https://news12345.example:5678/x', []],
    ['no address at all', null, '', []],
    [
      'a UUID',
      'urn:uuid:60a76c80-d399-11d9-b93c-0003939e0af6',
      '',
      ['60a76c80-d399-11d9-b93c-0003939e0af6'],
    ],
  ];
  it.each(cases)('%s', (_, guid, url, expected) => {
    expect([...idsOf({ guid, url })]).toEqual(expected);
  });
});
