import { load } from 'cheerio';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeDocument } from '../../../src/service/publish/formats.js';
import { picturesOf, toHtml } from '../../../src/service/publish/html.js';
import { anyChannel, channel, item } from '../../support/channels.js';

const page = (...given: Parameters<typeof toHtml>) => load(toHtml(...given));

describe('the page of a channel', () => {
  it('shows its items by day, the newest first, with their sources', () => {
    const items = [
      item({ title: 'Before', url: '', date_published: '2026-11-20T01:00:00Z' }),
      item({ title: 'Late', url: 'https://a.example/1', date_published: '2026-11-21T20:00:00Z' }),
      item({ title: 'Early', url: 'https://a.example/2', date_published: '2026-11-21T01:00:00Z' }),
    ];
    const $ = page(channel({ title: 'News', items }), { name: 'morning' });
    const texts = (selector: string) =>
      $(selector)
        .toArray()
        .map((one) => $(one).text());
    expect($('h1').text()).toBe('News');
    expect(texts('.day h2')).toEqual(['21 November 2026', '20 November 2026']);
    expect(texts('.day h3')).toEqual(['Late', 'Early', 'Before']);
    const links = $('.day h3 a').toArray();
    expect(links.map((link) => $(link).attr('href'))).toEqual([
      'https://a.example/1',
      'https://a.example/2',
    ]);
    const alternates = $('link[rel=alternate]').toArray();
    expect(alternates.map((link) => $(link).attr('href'))).toEqual([
      'morning.xml',
      'morning.atom',
      'morning.json',
    ]);
  });

  it('says how many items filters hide', () => {
    const said = (hidden: number) =>
      page({ ...channel({ items: [item({})] }), hidden })('.more').text();
    expect(said(2)).toBe('2 items are hidden by filters.');
    expect(said(0)).toBe('');
  });

  it('has the addresses to follow it, and the page above it where there is one', () => {
    const address = 'https://feeds.example/feeds/AAAAAAAAAAAAAAAA';
    const $ = page(channel());
    expect(
      $('.address code')
        .toArray()
        .map((code) => $(code).text()),
    ).toEqual([`${address}.xml`, `${address}.atom`, `${address}.json`]);
    expect($('.follow a').attr('href')).toBe(`feed:${address}.xml`);
    expect($('nav')).toHaveLength(0);
    const asWritten = load(writeDocument(channel(), 'html'));
    expect(asWritten('.address code').first().text()).toBe(`${address}.xml`);

    const inSite = page(channel({ selfUrl: '' }), {
      name: 'valley',
      back: { href: 'index.html', title: 'Our <feeds>' },
    });
    expect(inSite('.address code').first().text()).toBe('valley.xml');
    expect(inSite('.follow a')).toHaveLength(0);
    expect(inSite('nav a').attr('href')).toBe('index.html');
    expect(inSite('nav a').text()).toBe('← Our <feeds>');
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
    const $ = page(channel({ items: all }));
    const articles = $('.items > li')
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
    const links = $('.items > li').first().find('p a').toArray();
    expect(links.map((link) => $(link).attr('href'))).toEqual([
      source.url,
      'https://a.example/1.mp3',
    ]);
  });

  it('shows the change of a page itself, each line with an anchor, and its first text as no news', () => {
    const items = ['Following this text from now on: 7 lines', 'Price: 9 → 12 euros'].map(
      (title, at) =>
        item({
          title,
          url: `https://a.example/shop#feedctl-change-${at}`,
          authors: [],
          date_published: '2026-11-21T08:30:00Z',
          description_html:
            '<p>Price: <del>9</del><ins>12 &lt;</ins> euros</p><p>Compared with the page of 2026-11-20 08:30 UTC</p>',
        }),
    );
    const $ = page(channel({ items }));
    expect($('.day h3').text()).toBe('Price: 9 → 12 euros');
    const anchor = $('.day h3 a').attr('href') ?? '';
    expect($(`.day li${anchor} .changes li`).attr('id')).toBe(`${anchor.slice(1)}-1`);
    expect($('.changes del').text()).toBe('9');
    expect($('.changes ins').text()).toBe('12 <');
    expect($('.day').text()).toContain('Compared with the page of 2026-11-20 08:30 UTC');
    expect($('.day .soft').text()).toBe('2026-11-21 08:30 UTC · The page');
    expect($('.day .soft a').attr('href')).toMatch(/^https:..a.example.shop/);
  });

  it('shows the pictures that are beside it, and no others', () => {
    const shown = item({ thumbnail: 'https://a.example/1.jpg' });
    const missing = item({ thumbnail: 'https://a.example/2.jpg' });
    const given = channel({ items: [shown, missing], icon: 'https://a.example/icon.png' });
    expect(picturesOf(given)).toEqual([
      'https://a.example/icon.png',
      'https://a.example/1.jpg',
      'https://a.example/2.jpg',
    ]);
    expect(picturesOf(given, 1)).toEqual(['https://a.example/icon.png']);
    const files = new Map([
      ['https://a.example/icon.png', 'icon.png'],
      ['https://a.example/1.jpg', '1.jpg'],
    ]);
    const $ = page(given, { pictureOf: (address) => files.get(address) ?? null });
    const sources = $('img').toArray();
    expect(sources.map((image) => $(image).attr('src'))).toEqual(['icon.png', '1.jpg']);
    // Without a picture, the first letter of the name.
    expect(page(given)('.icon').text()).toBe('V');
  });

  it('stays below 30 kB, and says how many items it leaves out', () => {
    const long = { title: 'word '.repeat(100), description_text: 'text '.repeat(500) };
    const items = Array.from({ length: 300 }, () => item(long));
    const html = toHtml(channel({ items }), { pictureOf: () => `picture-${'0'.repeat(24)}.jpg` });
    expect(html.length).toBeLessThan(30_000);
    const $ = load(html);
    expect($('.more').text()).toBe(
      `The newest ${$('.items > li').length} of 300 items; a feed reader shows all.`,
    );
    expect(page(channel({ items: [] }))('.none').text()).toContain('Nothing yet');
  });

  it('runs its own script and loads nothing, whatever the channel says', () => {
    const scripts = page(channel())('script').text();
    fc.assert(
      fc.property(anyChannel, (any) => {
        const $ = load(toHtml(any));
        expect(
          $('img, iframe, form, base, object, link:not([rel=alternate], [rel=icon])'),
        ).toHaveLength(0);
        expect($('script').text()).toBe(scripts);
        expect($('.items > li').length > 0).toBe(any.items.length > 0);
        for (const { attribs } of $('a').toArray()) {
          expect(attribs.href).toMatch(/^(?:feed:)?https?:/);
        }
      }),
    );
  });
});
