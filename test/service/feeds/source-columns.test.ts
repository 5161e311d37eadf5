import { expect, it } from 'vitest';
import { requireProxyPermission } from '../../../src/service/feeds/source-access.js';
import {
  canonicalSelectors,
  sameSelectors,
  sourceColumns,
} from '../../../src/service/feeds/source-columns.js';
import type { NewsSource, UrlSource } from '../../../src/service/sources/source-reader.js';

const PAGE: UrlSource = {
  ...{ mode: 'url', sourceUrl: 'https://a.example/', sourceKey: 'a.example', from: 'html' },
  selectors: { link: 'a', items: 'li' },
};
const NEWS: NewsSource = {
  ...{ mode: 'keyword', sourceUrl: 'https://news.example/?q=sails', sourceKey: 'sails' },
  ...{ keyword: 'sails', region: { country: 'GB', language: 'en' } },
};

it('the columns of a page and of a search', () => {
  expect(sourceColumns({ ...PAGE, render: 'always', steps: ['scroll'] })).toMatchObject({
    ...{ mode: 'url', source_key: 'a.example', keyword: null, region: '', read_from: 'html' },
    ...{ selectors: '{"items":"li","link":"a"}', render: 'always', steps: '["scroll"]' },
  });
  expect(sourceColumns({ ...PAGE, selectors: null })).toMatchObject({
    ...{ selectors: null, access: null, render: null, steps: null },
  });
  expect(sourceColumns(NEWS)).toMatchObject({
    ...{ mode: 'keyword', keyword: 'sails', region: 'GB:en', selectors: null, read_from: 'auto' },
  });
});

it('selectors are the same in any order, and a request without any is for all', () => {
  const stored = canonicalSelectors({ items: 'li', link: 'a' });
  expect(sameSelectors(PAGE, stored)).toBe(true);
  expect(sameSelectors({ ...PAGE, selectors: { items: 'li' } }, stored)).toBe(false);
  expect(sameSelectors(PAGE, null)).toBe(false);
  expect(sameSelectors({ ...PAGE, selectors: null }, stored)).toBe(true);
  expect(sameSelectors(NEWS, stored)).toBe(true);
});

it('only the owner sets a proxy', () => {
  const proxy = 'http://proxy.example';
  expect(() => requireProxyPermission({ id: 'other' }, { proxy })).toThrow(/Only the owner/);
  for (const access of [{ proxy: null }, {}, null, undefined]) {
    expect(() => requireProxyPermission({ id: 'other' }, access)).not.toThrow();
  }
  expect(() => requireProxyPermission({ id: 'owner' }, { proxy })).not.toThrow();
});
