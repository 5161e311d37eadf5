import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sourceFiles } from '../../../scripts/import-graph.js';

/** How a mark begins: a host without `www.`, a title without punctuation, a list of tracking parameters. */
const BUILDS_A_MARK: Readonly<Record<string, RegExp>> = {
  address: /(?:replace\(\/\^www|startsWith\('www\.'\))/,
  title: /\[\^(?:\\p\{[LNM]\}){2,}[^\]]*\]\+\/gu?, ' '/,
  tracking: /utm_/,
};

/** Files that do so for another purpose, and which. */
const OTHER_PURPOSES: Readonly<Record<string, string>> = {
  'contract/source.ts': 'the source of a feed: its key is stored, and the query counts',
  'cli/manifest/export-account.ts': 'a name that is shown',
  'generator/metadata/metadata.ts': 'a host, not an item',
  'generator/page/url-shape.ts': 'the shape that the addresses of a list share',
  'service/site/slugs.ts': 'a name of a file',
  'service/sources/discover/platforms.ts': 'a host, not an item',
  'service/sources/document/embeds.ts': 'a host, not an item',
};

it('what tells items apart is built in one folder', () => {
  const found = sourceFiles()
    .filter((file) => !file.startsWith('base/same/'))
    .flatMap((file) => {
      const code = readFileSync(`src/${file}`, 'utf8').replace(/\/\*.*?\*\/|^\s*\/\/ .*?$/gms, '');
      return Object.values(BUILDS_A_MARK).some((mark) => mark.test(code)) ? [file] : [];
    });
  expect(found.sort()).toEqual(Object.keys(OTHER_PURPOSES).sort());
});

it.each([
  ["const host = url.host.replace(/^www\\./, '');", 'address'],
  ["if (host.startsWith('www.'))", 'address'],
  ["text.replace(/[^\\p{L}\\p{N}]+/gu, ' ')", 'title'],
  ["'utm_source'", 'tracking'],
] as const)('%s is found', (code, kind) => {
  expect(BUILDS_A_MARK[kind]?.test(code)).toBe(true);
});
