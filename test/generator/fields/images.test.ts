import { describe, expect, it } from 'vitest';
import { generateFeed } from '../../../src/service/sources/generate-feed.js';
import { SIX } from '../made-lists.js';

/** The picture of each record that shows one as `picture` writes it; "" where there is none. */
async function images(picture: (n: number) => string): Promise<string[]> {
  const records = [0, 1, 2].map(
    (n) =>
      `<article>${picture(n)}<h2><a href="/story/${n}-of-the-town">${SIX[n]}</a></h2><time datetime="2026-03-0${n + 1}">x</time></article>`,
  );
  const { document } = await generateFeed({
    url: 'https://a.test/latest',
    html: `<h1>Latest</h1><main>${records.join('')}</main>`,
    now: Date.parse('2026-03-15T12:00:00Z'),
    selectors: null,
    rule: null,
    inline: true,
  });
  return document.entries.map(({ thumbnail }) => thumbnail ?? '');
}

describe('the picture of a record', () => {
  it.each<[string, (n: number) => string]>([
    ['an image', (n) => `<img src="/p${n}.jpg">`],
    ['an image that loads later', (n) => `<img src="/blank.gif" data-src="/p${n}.jpg">`],
    [
      'the widest of a set',
      (n) => `<img src="/s${n}.jpg" srcset="/m${n}.jpg 400w, /p${n}.jpg 800w">`,
    ],
    ['the sharpest of a set', (n) => `<img srcset="/s${n}.jpg 1x, /p${n}.jpg 2x">`],
    [
      'a source of a picture',
      (n) => `<picture><source srcset="/p${n}.jpg 800w"><img src="/s${n}.jpg"></picture>`,
    ],
    [
      'no AVIF',
      (n) =>
        `<picture><source type="image/avif" srcset="/x${n}.avif 900w"><img src="/p${n}.jpg"></picture>`,
    ],
    ['a background', (n) => `<div style="background-image: url('/p${n}.jpg')"></div>`],
    ['a background that loads later', (n) => `<div data-bg="url(/p${n}.jpg)"></div>`],
    [
      'the first that is none of a person',
      (n) => `<img class="avatar" src="/a${n}.jpg"><img src="/p${n}.jpg">`,
    ],
    [
      'the first that is no icon',
      (n) => `<img width="16" src="/a${n}.jpg"><img width="40" height="20" src="/p${n}.jpg">`,
    ],
    [
      'the first that is not flat',
      (n) => `<img height="19" src="/a${n}.jpg"><img src="/p${n}.jpg">`,
    ],
    ['the first that shows something', (n) => `<img src="/logo-${n}.png"><img src="/p${n}.jpg">`],
    ['no drawing', (n) => `<img src="/a${n}.svg?v=1"><img src="/p${n}.jpg">`],
    [
      'none of a logo around it',
      (n) => `<div class="logo"><img src="/a${n}.jpg"></div><img src="/p${n}.jpg">`,
    ],
  ])('is %s', async (_, picture) => {
    expect(await images(picture)).toEqual([0, 1, 2].map((n) => `https://a.test/p${n}.jpg`));
  });

  it.each<[string, (n: number) => string]>([
    ['none', () => ''],
    ['in a data address', () => '<img src="data:image/png;base64,x">'],
    ['a picture of the author', (n) => `<img src="https://a.test/avatars/${n}.jpg">`],
    ['a colour', () => '<div style="background: red"></div>'],
  ])('is not there: %s', async (_, picture) => {
    expect(await images(picture)).toEqual(['', '', '']);
  });
});
