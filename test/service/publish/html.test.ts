import { load } from 'cheerio';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHtml } from '../../../src/service/publish/html.js';
import { anyChannel, channel, item } from '../../support/channels.js';

describe('the page of a channel', () => {
  it('shows its items by day, with their sources, and the addresses for readers', () => {
    const items = [
      item({ title: 'Late', url: 'https://a.example/1', date_published: '2026-11-21T20:00:00Z' }),
      item({ title: 'Early', url: 'https://a.example/2', date_published: '2026-11-21T01:00:00Z' }),
      item({ title: 'Before', url: '', date_published: '2026-11-20T01:00:00Z' }),
    ];
    const $ = load(toHtml(channel({ title: 'News', items }), 'morning'));
    expect($('h1').text()).toBe('News');
    expect(
      $('h2')
        .toArray()
        .map((day) => $(day).text()),
    ).toEqual(['2026-11-21', '2026-11-20']);
    expect(
      $('section')
        .first()
        .find('h3 a')
        .toArray()
        .map((link) => $(link).attr('href')),
    ).toEqual(['https://a.example/1', 'https://a.example/2']);
    expect($('section').last().find('h3').text()).toBe('Before');
    expect(
      $('.button')
        .toArray()
        .map((link) => $(link).attr('href')),
    ).toEqual([...['morning.xml', 'morning.atom', 'morning.json']]);
    expect($('link[rel=alternate]').attr('href')).toBe('morning.xml');
  });

  it('says of an item who it is from, and how its text begins', () => {
    const source = { title: 'Source', url: 'https://s.example/' };
    const attachments = [{ url: 'https://a.example/1.mp3', mime_type: 'audio/mpeg' }];
    const long = 'word '.repeat(200);
    const all = [
      item({
        source,
        authors: [{ name: 'Ana' }, { name: 'Bo' }],
        attachments,
        description_text: 'Text',
      }),
      item({ title: 'Long', authors: [], description_text: long }),
      item({ title: '', authors: [], description_text: 'A note' }),
      item({ title: '', url: '', authors: [], description_text: '', description_html: '' }),
    ];
    const $ = load(toHtml(channel({ items: all }), 'a'));
    const articles = $('article')
      .toArray()
      .map((one) => ({
        head: $(one).find('h3').text(),
        texts: $(one)
          .find('p')
          .toArray()
          .map((text) => $(text).text()),
      }));
    expect(articles).toEqual([
      { head: 'The bridge is open', texts: ['Source · Ana, Bo · audio/mpeg', 'Text'] },
      { head: 'Long', texts: [expect.stringMatching(/^(?:word )+word…$/)] },
      { head: 'A note', texts: [] },
      { head: 'Untitled', texts: [] },
    ]);
    const links = $('article').first().find('p a').toArray();
    expect(links.map((link) => $(link).attr('href'))).toEqual([
      source.url,
      'https://a.example/1.mp3',
    ]);
  });

  it('runs and loads nothing, whatever the channel says', () => {
    fc.assert(
      fc.property(anyChannel, (any) => {
        const $ = load(toHtml(any));
        expect(
          $('script, img, iframe, form, base, object, link:not([rel=alternate])'),
        ).toHaveLength(0);
        expect($('main section article')).toHaveLength(Math.min(100, any.items.length));
        for (const { attribs } of $('a').toArray()) {
          expect(attribs.href).toMatch(/^https?:|\.(?:xml|atom|json)$/);
        }
      }),
    );
  });
});
