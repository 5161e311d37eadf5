import { describe, expect, it } from 'vitest';
import { iconScore, metadataOf } from '../../../src/generator/metadata/metadata.js';
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

  it.each([
    ['<meta name="twitter:description" content="T">', 'T'],
    [
      '<meta name="twitter:description" content="T"><meta property="OG:Description" content="O">',
      'O',
    ],
    ['<meta itemprop="description" content="I"><meta property="og:description" content="O">', 'I'],
    [
      '<meta name="description" content="First"><meta name="description" content="Second">',
      'First',
    ],
    ['<meta name="description" content=" "><meta name="description" content="Second">', 'Second'],
    ['<meta name="description"><meta content="Nameless">', ''],
    [`<meta name="description" content="${'x'.repeat(2_001)}">`, 'x'.repeat(2_000)],
  ])('the description in %s', (html, description) => {
    expect(of(html).description).toBe(description);
  });

  it.each([
    ['<meta property="og:title" content="T"><h1>H</h1>', 'T'],
    ['<h1>H</h1><h1>Second</h1><meta property="og:site_name" content="S">', 'H'],
    ['<h1></h1><meta property="og:site_name" content="S">', 'S'],
  ])('the title in %s', (html, title) => {
    expect(of(html).title).toBe(title);
  });

  it.each([
    ['<link rel="Other MANIFEST" href="m.json">', 'https://www.a.test/blog/m.json'],
    ['<link rel="manifest">', null],
    ['<link href="m.json">', null],
  ])('the manifest in %s', (html, manifest) => {
    expect(of(html).manifest).toBe(manifest);
  });

  it.each([
    [
      'a tile, after what is as good',
      '<meta name="msapplication-TileImage" content="/t.png"><link rel="icon" sizes="243x243" href="/i.png">',
      ['i.png', 't.png'],
    ],
    [
      'a tile, before what is less good',
      '<meta name="msapplication-TileImage" content="/t.png"><link rel="icon" sizes="245x245" href="/i.png">',
      ['t.png', 'i.png'],
    ],
    [
      'a touch icon, of 180 pixels',
      '<link rel="icon" sizes="181x181" href="/181.png"><link rel="apple-touch-icon-precomposed" href="/touch.png"><link rel="icon" sizes="179X179" href="/179.png">',
      ['179.png', 'touch.png', '181.png'],
    ],
    [
      'an icon without sizes, of 16 pixels',
      '<link rel="shortcut" sizes="15x15" href="/15.png"><link rel="icon" href="/i.png"><link rel="icon" sizes="17x17" href="/17.png">',
      ['17.png', 'i.png', '15.png'],
    ],
    [
      'each once',
      '<link rel="icon" href="/i.png"><link rel="shortcut icon" href="/i.png">',
      ['i.png'],
    ],
    [
      'the largest ones as equals',
      '<link rel="icon" sizes="1200x1200" href="/b.png"><link rel="icon" sizes="964x964" href="/c.png"><link rel="icon" sizes="963x963" href="/a.png">',
      ['a.png', 'b.png', 'c.png'],
    ],
  ])('lists %s', (_, html, names) => {
    expect(of(html).icons).toEqual(names.map((name) => `https://www.a.test/${name}`));
  });
});

it.each([
  [16, 516],
  [63, 563],
  [64, 1000],
  [66, 999],
  [964, 550],
  [2000, 550],
])('an icon of %i pixels counts %f', (size, score) => {
  expect([iconScore(size, false), iconScore(size, true)]).toEqual([score, 850]);
});

it('a description has 2000 characters at most, and is looked for among 6000 nodes', () => {
  const meta = `<meta name="description" content="${'x'.repeat(2001)}">`;
  expect(of(meta).description).toHaveLength(2000);
  const at = (count: number) => {
    const page = readPage('<br>'.repeat(count) + meta, 'https://a.test/');
    const place = page.nodes.findIndex((node) => node.kind === 'element' && node.tag === 'meta');
    return { place, isFound: metadataOf(page).description !== '' };
  };
  const start = at(0).place;
  expect(at(5999 - start)).toEqual({ place: 5999, isFound: true });
  expect(at(6000 - start)).toEqual({ place: 6000, isFound: false });
});
