import { describe, expect, it } from 'vitest';
import { metadataOf } from '../../../src/generator/metadata/metadata.js';
import { readPage } from '../../../src/generator/page/page.js';

const of = (html: string) => metadataOf(readPage(html, 'https://www.a.test/blog/?p=1'));

describe('what a page says of itself', () => {
  it('reads title, description, language and canonical address', () => {
    expect(
      of(
        '<html lang="de-AT"><head><title>Der Titel</title><meta name="description" content=" Worum es\n geht "><link rel="canonical" href="https://a.test/blog/"></head>',
      ),
    ).toMatchObject({
      title: 'Der Titel',
      description: 'Worum es geht',
      language: 'de-AT',
      siteUrl: 'https://a.test/blog/',
    });
  });

  it('makes do with what there is', () => {
    expect(
      of('<meta property="og:title" content="From OG"><meta property="og:locale" content="pt_BR">'),
    ).toMatchObject({ title: 'From OG', language: 'pt-BR' });
    expect(of('<h1>A heading</h1>').title).toBe('A heading');
    expect(of('')).toMatchObject({ title: 'www.a.test', siteUrl: 'https://www.a.test/blog/?p=1' });
    expect(of('<link rel="canonical" href="https://elsewhere.test/x">').siteUrl).toBe(
      'https://www.a.test/blog/?p=1',
    );
  });

  it('prefers the smallest icon that is large enough', () => {
    const { icons } = of(
      '<link rel="icon" sizes="16x16" href="/16.png"><link rel="icon" sizes="96x96" href="/96.png"><link rel="apple-touch-icon" href="/180.png"><link rel="icon" sizes="512x512" href="/512.png"><link rel="mask-icon" href="/m.svg"><link rel="shortcut icon" href="data:image/png;base64,x">',
    );
    expect(icons).toEqual([
      'https://www.a.test/96.png',
      'https://www.a.test/180.png',
      'https://www.a.test/512.png',
      'https://www.a.test/16.png',
    ]);
  });

  it.each([
    [63, 'i.svg'],
    [64, 'i.png'],
    [363, 'i.png'],
    [365, 'i.svg'],
  ])('prefers of an icon of %i pixels and one of any size %s', (size, first) => {
    const { icons } = of(
      `<link rel="icon" type="image/svg+xml" href="/i.svg"><link rel="icon" sizes="${size}x${size}" href="/i.png">`,
    );
    expect(icons[0]).toBe(`https://www.a.test/${first}`);
  });
});
