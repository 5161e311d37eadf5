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
