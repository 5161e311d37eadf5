import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceEntry } from '../../../src/service/core/source-document.js';
import {
  chooseIdentityPolicy,
  IDENTITY_POLICIES,
  type IdentityPolicy,
  identify,
} from '../../../src/service/items/identity.js';

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

const identitiesOf = (list: SourceEntry[], policy: IdentityPolicy) =>
  identify(list, policy).map(({ identity }) => identity);

describe('chooseIdentityPolicy', () => {
  const cases: [string, SourceEntry[], 'feed' | 'page', IdentityPolicy | null][] = [
    ['no entries: nothing to choose by yet', [], 'feed', null],
    ['a guid each', entries(20), 'feed', 'guid'],
    ['5 % without guid', entries(20, (i) => (i < 1 ? { guid: null } : {})), 'feed', 'guid'],
    ['10 % without guid', entries(20, (i) => (i < 2 ? { guid: '' } : {})), 'feed', 'link-date'],
    ['5 % repeat a guid', entries(20, (i) => (i < 2 ? { guid: 'x' } : {})), 'feed', 'guid'],
    ['10 % repeat a guid', entries(20, (i) => (i < 3 ? { guid: 'x' } : {})), 'feed', 'link-date'],
    [
      'no guids, one link, dates differ',
      entries(9, () => ({ guid: null, url: 'https://e.com/' })),
      'feed',
      'link-date',
    ],
    [
      'no guids, one link, one date, titles differ',
      entries(9, () => ({ guid: null, url: 'https://e.com/', datePublished: null })),
      'feed',
      'link-title',
    ],
    ['no guids, no links', entries(9, () => ({ guid: null, url: '' })), 'feed', 'content'],
    [
      'a page: the link without its date, which may be relative',
      entries(9, () => ({ guid: null })),
      'page',
      'link',
    ],
    [
      'a page with one link',
      entries(9, () => ({ guid: null, url: 'https://e.com/' })),
      'page',
      'link-title',
    ],
  ];

  it.each(cases)('%s', (_, list, origin, expected) => {
    expect(chooseIdentityPolicy(list, origin)).toBe(expected);
  });
});

describe('identify', () => {
  it('by guid, whatever else changes', () => {
    const before = entry({ guid: 'a', url: 'https://example.com/1', title: 'One' });
    const after = entry({ guid: ' a ', url: 'https://example.com/2', title: 'Two' });

    expect(identitiesOf([after], 'guid')).toEqual(identitiesOf([before], 'guid'));
  });

  it('by link, whatever traces a publisher hangs on it', () => {
    const before = entry({ url: 'https://example.com/1', datePublished: 5 });
    const after = { ...before, url: 'https://example.com/1?utm_source=rss' };

    for (const policy of ['link', 'link-date', 'link-title'] as const) {
      expect(identitiesOf([after], policy)).toEqual(identitiesOf([before], policy));
    }
  });

  it('by link and date: another date is another entry', () => {
    const at = (datePublished: number) =>
      entry({ url: 'https://example.com/daily', datePublished });
    expect(identitiesOf([at(1)], 'link-date')).not.toEqual(identitiesOf([at(2)], 'link-date'));
  });

  it('tells entries of one guid apart by link and date', () => {
    const twins = entries(2, () => ({ guid: 'same' }));
    const [first, second] = identitiesOf(twins, 'guid');

    expect(first).not.toBe(second);
    expect(identitiesOf(twins.toReversed(), 'guid')).toEqual([second, first]);
  });

  it('tells entries of one guid, link and date apart by content', () => {
    const twin = { guid: 'same', url: 'https://example.com/', datePublished: 1 };
    const list = [entry({ ...twin, title: 'One' }), entry({ ...twin, title: 'Two' })];

    expect(new Set(identitiesOf(list, 'guid')).size).toBe(2);
  });

  it('leaves an entry out that repeats another in everything', () => {
    const [one] = entries(1);
    expect(one && identify([one, { ...one }], 'guid')).toHaveLength(1);
  });

  it('does not take the guid of one entry for the link of another', () => {
    const list = [
      entry({ guid: 'https://example.com/1' }),
      entry({ url: 'https://example.com/1' }),
    ];
    expect(new Set(identitiesOf(list, 'guid')).size).toBe(2);
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
    const anyPolicy = fc.constantFrom(...IDENTITY_POLICIES);

    it('no two identities are alike', () => {
      fc.assert(
        fc.property(anyDocument, anyPolicy, (list, policy) => {
          const identities = identitiesOf(list, policy);
          expect(new Set(identities).size).toBe(identities.length);
        }),
      );
    });

    it('the order of the entries does not matter', () => {
      fc.assert(
        fc.property(anyDocument, anyPolicy, (list, policy) => {
          const turned = new Set(identitiesOf(list.toReversed(), policy));
          expect(turned).toEqual(new Set(identitiesOf(list, policy)));
        }),
      );
    });

    it('every entry is there, or one that equals it in all that is compared', () => {
      const compared = ({ guid, url, datePublished, title, descriptionText }: SourceEntry) =>
        JSON.stringify([guid?.trim() || null, url, datePublished, title, descriptionText]);
      fc.assert(
        fc.property(anyDocument, (list) => {
          const kept = new Set(identify(list, 'guid').map((one) => compared(one.entry)));
          for (const one of list) expect(kept).toContain(compared(one));
        }),
      );
    });
  });
});
