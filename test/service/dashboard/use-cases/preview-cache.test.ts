import { expect, it } from 'vitest';
import type { Preview } from '../../../../src/contract/index.js';
import { PreviewCache } from '../../../../src/service/dashboard/use-cases/preview-cache.js';
import { ManualClock } from '../../../support/clock.js';

const page = { url: 'x', html: '<p>X', drawn: '<p>X</p>', sheets: [] };

const preview = (title: string) => ({ title }) as unknown as Preview;

it('keeps a preview of an account for five minutes', () => {
  const clock = new ManualClock();
  const cache = new PreviewCache(clock);
  cache.set('a', { url: 'x' }, preview('X'), page);
  expect(cache.get('a', { url: 'x' })).toMatchObject({ preview: { title: 'X' }, page });
  expect([cache.get('b', { url: 'x' }), cache.get('a', { url: 'y' })]).toEqual([
    ...[undefined, undefined],
  ]);
  clock.advance(300_000);
  expect(cache.get('a', { url: 'x' })).toBeDefined();
  clock.advance(1);
  expect(cache.get('a', { url: 'x' })).toBeUndefined();
});

it('keeps twenty, those that were set last', () => {
  const cache = new PreviewCache(new ManualClock());
  for (let at = 0; at < 20; at += 1) cache.set('a', at, preview(`${at}`));
  cache.set('a', 0, preview('again'));
  expect(cache.get('a', 1)).toBeDefined();
  cache.set('a', 20, preview('20'));
  const kept = [0, 1, 2, 20].map((at) => cache.get('a', at)?.preview.title);
  expect(kept).toEqual(['again', undefined, '2', '20']);
});

it('keeps as many as have 16 million characters together, and the last one whatever it has', () => {
  const cache = new PreviewCache(new ManualClock());
  const large = (characters: number) => ({ ...page, html: 'x'.repeat(characters) });
  cache.set('a', 1, preview('1'), large(9_000_000));
  cache.set('a', 2, preview('2'), large(6_000_000));
  expect(cache.get('a', 1)).toBeDefined();
  cache.set('a', 3, preview('3'), large(1_000_000));
  expect([1, 2, 3].map((at) => cache.get('a', at)?.preview.title)).toEqual([undefined, '2', '3']);
  cache.set('a', 4, preview('4'), large(17_000_000));
  expect([2, 3, 4].map((at) => cache.get('a', at)?.preview.title)).toEqual([
    ...[undefined, undefined, '4'],
  ]);
});
