import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressMark } from '../../../../src/base/same/address.js';
import { countAddresses } from '../../../../src/base/same/item-name.js';
import {
  compareSeen,
  forget,
  forgetAddresses,
  lacksGuid,
  remember,
  type Seen,
  seenName,
} from '../../../../src/cli/commands/watch/seen.js';
import type { Item } from '../../../../src/client/index.js';

function item(facts: Partial<Item>): Item {
  return {
    url: 'https://example.com/1',
    title: 'One',
    description_text: 'Text',
    description_html: '',
    thumbnail: null,
    date_published: null,
    authors: [],
    ...facts,
  };
}

/** What a reading gives, remembered afterwards as the command does. */
function read(seen: Seen, items: readonly Item[]): (string | undefined)[] {
  const sharing = countAddresses(items);
  return items.map((each) => {
    const count = sharing.get(addressMark(each.url)) ?? 1;
    const change = compareSeen(each, seen, count);
    if (change !== undefined) remember(each, seen, count);
    return change;
  });
}

describe('comparing with what was seen', () => {
  it('says changed when tags or attachments alone differ', () => {
    const seen: Seen = new Map();
    const file = (url: string) => [{ url, mime_type: 'audio/mpeg' }];
    expect(read(seen, [item({ tags: ['a', 'b'] })])).toEqual(['new']);
    expect(read(seen, [item({ tags: ['b', 'a'] })])).toEqual([undefined]);
    expect(read(seen, [item({ tags: ['b'] })])).toEqual(['changed']);
    expect(read(seen, [item({ tags: ['b'], attachments: file('https://a.test/1') })])).toEqual([
      'changed',
    ]);
    expect(read(seen, [item({ tags: ['b'], attachments: file('https://a.test/2') })])).toEqual([
      'changed',
    ]);
  });

  it('says new once, and changed when title or text differ', () => {
    const seen: Seen = new Map();
    expect(read(seen, [item({})])).toEqual(['new']);
    expect(read(seen, [item({})])).toEqual([undefined]);
    expect(read(seen, [item({ title: 'Two' })])).toEqual(['changed']);
    expect(read(seen, [item({ title: 'Two', description_text: 'More' })])).toEqual(['changed']);
    expect(read(seen, [item({ title: 'Two', description_text: 'More' })])).toEqual([undefined]);
  });

  it('says changed again when an edit is taken back', () => {
    const seen: Seen = new Map();
    read(seen, [item({})]);
    read(seen, [item({ description_text: 'Edited' })]);
    expect(read(seen, [item({})])).toEqual(['changed']);
  });

  it('takes an address under another scheme, with a slash or with tracking for the same', () => {
    const seen: Seen = new Map();
    read(seen, [item({ url: 'http://example.com/1' })]);
    expect(read(seen, [item({ url: 'https://www.example.com/1/?utm_source=rss' })])).toEqual([
      undefined,
    ]);
  });

  it('keeps each of several items without an address', () => {
    const seen: Seen = new Map();
    const named = (title: string) => [item({ url: '', title })];
    expect([named('A'), named('B'), named('A'), named('B')].map((one) => read(seen, one))).toEqual([
      ...[['new'], ['new'], [undefined], [undefined]],
    ]);
  });

  it('takes no notice of dates, pictures, authors and spaces', () => {
    const seen: Seen = new Map();
    read(seen, [item({})]);
    const same = item({
      date_published: '2026-01-01T00:00:00Z',
      thumbnail: 'https://example.com/1.jpg',
      authors: [{ name: 'Jo' }],
      description_text: ' Text\n',
    });
    expect(read(seen, [same])).toEqual([undefined]);
  });

  it('keeps items apart that share one address, or have none', () => {
    for (const url of ['https://example.com/', '']) {
      const seen: Seen = new Map();
      const [a, b, c] = ['A', 'B', 'C'].map((title) => item({ url, title }));
      if (!a || !b || !c) throw new Error('three items');
      expect(read(seen, [a, b])).toEqual(['new', 'new']);
      expect(read(seen, [c, a, b])).toEqual(['new', undefined, undefined]);
      expect(read(seen, [c, a, item({ url, title: 'B', description_text: 'New' })])).toEqual([
        undefined,
        undefined,
        'changed',
      ]);
      expect(read(seen, [c])).toEqual([undefined]);
    }
  });

  it('takes texts without title and address for items of their own', () => {
    const seen: Seen = new Map();
    const note = (text: string) => item({ url: '', title: '', description_text: text });
    expect(read(seen, [note('a')])).toEqual(['new']);
    expect(read(seen, [note('b'), note('a')])).toEqual(['new', undefined]);
  });

  it('says nothing twice, whatever the readings', () => {
    const anItem = fc.record({
      url: fc.constantFrom('', 'a', 'b', 'c'),
      title: fc.constantFrom('', 'x', 'y'),
      description_text: fc.constantFrom('1', '2'),
    });
    fc.assert(
      fc.property(fc.array(fc.array(anItem, { maxLength: 6 }), { maxLength: 6 }), (readings) => {
        const seen: Seen = new Map();
        for (const reading of readings) {
          const items = reading.map(item);
          read(seen, items);
          const versions = new Map<string, Set<string>>();
          for (const { url, title, description_text } of items) {
            const texts = versions.get(url) ?? new Set();
            versions.set(url, texts.add(`${title}\n${description_text}`));
          }
          // Two versions of one item side by side are the only thing that may be said again.
          const distinct = items.filter(({ url }) => versions.get(url)?.size === 1);
          for (const each of distinct) {
            expect(
              compareSeen(each, seen, countAddresses(items).get(each.url) ?? 1),
            ).toBeUndefined();
          }
        }
      }),
    );
  });
});

describe('forgetting', () => {
  it('keeps within its limit, the newest and those that are there', () => {
    const seen: Seen = new Map();
    const items = Array.from({ length: 10 }, (_, index) => item({ url: `u${index}` }));
    for (const each of items) remember(each, seen, 1);
    forget(seen, new Set(items.slice(0, 2).map(seenName)), 4);
    expect([...seen.keys()]).toEqual(['u0', 'u1', 'u8', 'u9']);
    forget(seen, new Set(items.slice(0, 6).map(seenName)), 1);
    expect(seen.has('u0')).toBe(true);
  });
});

describe('items with a guid', () => {
  const guid = 'a1B2c3D4e5F6g7H8';

  it('are the same under any address and title; the service says when they changed', () => {
    const seen: Seen = new Map();
    expect(read(seen, [item({ guid })])).toEqual(['new']);
    const moved = item({ guid, url: 'https://moved.example/one', title: 'One.' });
    expect(read(seen, [moved])).toEqual([undefined]);
    expect(read(seen, [{ ...moved, change_count: 1 }])).toEqual(['changed']);
    expect(read(seen, [{ ...moved, change_count: 1 }])).toEqual([undefined]);
    expect(read(seen, [{ ...moved, change_count: 2 }])).toEqual(['changed']);
  });

  it('are new at an address that another item had', () => {
    const seen: Seen = new Map();
    expect(read(seen, [item({ guid })])).toEqual(['new']);
    expect(read(seen, [item({ guid: 'x1B2c3D4e5F6g7H8' })])).toEqual(['new']);
  });

  it('are known by their addresses to a state of an earlier release, once', () => {
    const seen: Seen = new Map();
    expect(read(seen, [item({})])).toEqual(['new']);
    expect(lacksGuid(item({}), seen)).toBe(false);
    expect([read(seen, [item({ guid })]), lacksGuid(item({ guid }), seen)]).toEqual([
      [undefined],
      true,
    ]);
    remember(item({ guid }), seen, 1);
    forgetAddresses(seen);
    expect([...seen.keys()]).toEqual([guid]);
    expect(lacksGuid(item({ guid }), seen)).toBe(false);
    expect(read(seen, [item({ guid: 'x1B2c3D4e5F6g7H8' })])).toEqual(['new']);
  });
});
