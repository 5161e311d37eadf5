import { describe, expect, it } from 'vitest';
import { findIcon } from '../../../src/generator/metadata/icon.js';
import { metadataOf } from '../../../src/generator/metadata/metadata.js';
import { readPage } from '../../../src/generator/page/page.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const DAY_MS = 86_400_000;
const PAGE = 'https://a.test/blog/';
const MANIFEST = '<link rel="manifest" href="/app/site.webmanifest">';

type Answers = Record<string, { status?: number; contentType?: string; body: string }>;

/** The icon of a page whose site has these files, and the paths that were asked for. */
async function find(head: string, files: Answers, known: { url: string; age: number } | null) {
  const asked: string[] = [];
  const icon = await findIcon(
    metadataOf(readPage(head, PAGE)),
    PAGE,
    NOW,
    known === null ? null : { url: known.url, checkedAt: NOW - known.age },
    async (url) => {
      const { pathname } = new URL(url);
      asked.push(pathname);
      const file = files[pathname];
      return file === undefined ? null : { url, status: 200, contentType: 'image/png', ...file };
    },
  );
  return { icon, asked };
}

const manifest = (icons: unknown, status = 200): Answers => ({
  '/app/site.webmanifest': { status, body: JSON.stringify({ icons }) },
});

it.each<[string, string, Answers, string, string[]]>([
  [
    'that of its head, without a request',
    '<link rel="icon" href="/i.png">',
    {},
    'https://a.test/i.png',
    [],
  ],
  [
    'the best of its manifest',
    MANIFEST,
    manifest([
      { src: 'none' },
      { src: '32.png', sizes: '32x32' },
      { src: '96.png', sizes: '96x96' },
      { src: '512.png', sizes: '512x512' },
    ]),
    'https://a.test/app/96.png',
    ['/app/site.webmanifest'],
  ],
  [
    'an SVG before one that is too large',
    MANIFEST,
    manifest([
      { src: '512.png', sizes: '512x512' },
      { src: 'any', type: 'image/svg+xml' },
    ]),
    'https://a.test/app/any',
    ['/app/site.webmanifest'],
  ],
  [
    'its favicon, where the manifest names none',
    MANIFEST,
    { ...manifest(['x', {}, { src: '' }]), '/favicon.ico': { body: 'ICO' } },
    'https://a.test/favicon.ico',
    ['/app/site.webmanifest', '/favicon.ico'],
  ],
  [
    'its favicon, where the manifest is no object',
    MANIFEST,
    { '/app/site.webmanifest': { body: '[1]' }, '/favicon.ico': { body: 'ICO' } },
    'https://a.test/favicon.ico',
    ['/app/site.webmanifest', '/favicon.ico'],
  ],
  [
    'its favicon, where the manifest is gone',
    MANIFEST,
    { ...manifest([{ src: 'a.png' }], 410), '/favicon.ico': { body: 'ICO' } },
    'https://a.test/favicon.ico',
    ['/app/site.webmanifest', '/favicon.ico'],
  ],
  ['none', '', {}, '', ['/favicon.ico']],
  ['none that is gone', '', { '/favicon.ico': { status: 404, body: 'x' } }, '', ['/favicon.ico']],
  ['none that is empty', '', { '/favicon.ico': { body: '' } }, '', ['/favicon.ico']],
  ['no error page', '', { '/favicon.ico': { body: ' <p>No' } }, '', ['/favicon.ico']],
  [
    'no text',
    '',
    { '/favicon.ico': { contentType: 'text/html', body: 'No' } },
    '',
    ['/favicon.ico'],
  ],
])('the icon of a page is %s', async (_, head, files, url, asked) => {
  expect(await find(head, files, null)).toEqual({ icon: { url, checkedAt: NOW }, asked });
});

describe('what is known', () => {
  it.each([
    [7 * DAY_MS - 1, []],
    [7 * DAY_MS, ['/favicon.ico']],
  ])('after %i ms asks for %j', async (age, asked) => {
    const found = await find('', {}, { url: 'https://a.test/old.ico', age });
    expect(found.asked).toEqual(asked);
    expect(found.icon?.url).toBe(asked.length === 0 ? 'https://a.test/old.ico' : '');
  });

  it('stays where nothing can be asked', async () => {
    const known = { url: '', checkedAt: 0 };
    expect(await findIcon(metadataOf(readPage('', PAGE)), PAGE, NOW, known, null)).toBe(known);
  });
});
