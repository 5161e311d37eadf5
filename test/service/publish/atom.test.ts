import fc from 'fast-check';
import { parseAtomFeed } from 'feedsmith';
import { describe, expect, it } from 'vitest';
import { toAtom } from '../../../src/service/publish/atom.js';
import { linkedAddress, oneLine } from '../../../src/service/publish/text.js';
import { anyChannel, channel, item } from '../../support/channels.js';
import { problemsOfXml } from '../../support/well-formed.js';

describe('Atom 1.0', () => {
  it('has what RFC 4287 demands of a feed and its entries', () => {
    const feed = parseAtomFeed(toAtom(channel()));
    expect(feed).toMatchObject({
      // With other ids, readers would show every entry again.
      id: 'urn:uuid:991204fb-a2b6-816d-8762-82d375ab88d2',
      title: { value: 'Valley News' },
      subtitle: { value: 'What happens in the valley' },
      updated: '2026-11-21T09:00:00.000Z',
      authors: [{ name: 'Valley News' }],
      icon: 'https://news.example/icon.png',
    });
    expect(feed.links).toEqual([
      {
        rel: 'self',
        type: 'application/atom+xml',
        href: 'https://feeds.example/feeds/AAAAAAAAAAAAAAAA.xml',
      },
      { rel: 'alternate', href: 'https://news.example/' },
    ]);
    expect(feed.entries?.[0]).toMatchObject({
      id: 'urn:uuid:711430f6-164e-8380-bd93-428bc1fab80f',
      title: { value: 'The bridge is open' },
      links: [{ rel: 'alternate', href: 'https://news.example/bridge?page=1&lang=en' }],
      updated: '2026-11-20T08:30:00.000Z',
      published: '2026-11-20T08:30:00.000Z',
      authors: [{ name: 'Ana Lima' }, { name: 'Bo Chen' }],
      summary: { value: 'After two years, cars cross again.' },
      content: { type: 'html', value: '<p>After two years, <b>cars</b> cross again.</p>' },
      media: { thumbnails: [{ url: 'https://news.example/bridge.jpg?w=300&h=200' }] },
    });
  });

  it.each([
    ['g2', '4d2f4b66-8cfc-88e6-859d-36e91326bf87'],
    ['g3', '3921871a-a088-8e3e-9483-0142ac909944'],
    ['g6', '044e727f-a378-8fcf-a21d-54fe0430a616'],
  ])('names the item %s as ever', (guid, id) => {
    const feed = parseAtomFeed(toAtom(channel({ items: [item({ guid })] })));
    expect(feed.entries?.[0]?.id).toBe(`urn:uuid:${id}`);
  });

  it('updates an entry without a date when it was first seen, and publishes it never', () => {
    const feed = parseAtomFeed(toAtom(channel({ items: [item({ date_published: null })] })));
    expect(feed.entries?.[0]?.updated).toBe('2026-11-20T12:00:00.000Z');
    expect(feed.entries?.[0]?.published).toBeUndefined();
  });

  it('borrows the title of a note from its text', () => {
    const note = item({ title: '', description_text: `Today\nwas ${'long '.repeat(50)}` });
    const title = parseAtomFeed(toAtom(channel({ items: [note] }))).entries?.[0]?.title?.value;
    expect(title).toMatch(/^Today was (?:long )+long…$/);
    expect(title?.length).toBeLessThanOrEqual(81);
  });

  it('gives an entry with a text alone that text', () => {
    const note = item({ description_text: 'Only a note', description_html: '' });
    expect(toAtom(channel({ items: [note] }))).toContain(
      '<content type="text">Only a note</content>',
    );
    const empty = item({ description_text: '', description_html: '' });
    expect(toAtom(channel({ items: [empty] }))).not.toContain('<content');
  });

  it('gives an entry without a link some content', () => {
    const bare = item({ url: '', description_text: '', description_html: '' });
    expect(toAtom(channel({ items: [bare] }))).toContain('<content type="text"></content>');
  });

  it('keeps the id of an entry while its title and link change', () => {
    const before = parseAtomFeed(toAtom(channel({ items: [item()] })));
    const changes = { title: 'The bridge is closed', url: 'https://news.example/2' };
    const after = parseAtomFeed(toAtom(channel({ items: [item(changes)] })));
    expect(after.entries?.[0]?.id).toBe(before.entries?.[0]?.id);
  });

  it('gives back the same titles and links whatever they contain', () => {
    fc.assert(
      fc.property(anyChannel, (any) => {
        const xml = toAtom(any);
        expect(problemsOfXml(xml)).toEqual([]);
        const entries = parseAtomFeed(xml).entries ?? [];
        expect(
          entries.map(({ links }) => links?.find(({ rel }) => rel === 'alternate')?.href),
        ).toEqual(any.items.map(({ url }) => linkedAddress(url) ?? undefined));
        any.items.forEach(({ title }, index) => {
          if (oneLine(title) !== '') expect(entries[index]?.title?.value).toBe(oneLine(title));
          else expect(entries[index]?.title?.value).toBeTruthy();
        });
      }),
    );
  });
});
