import { expect, it } from 'vitest';
import type { Preview } from '../../../../src/contract/index.js';
import { PreviewCache } from '../../../../src/service/dashboard/use-cases/preview-cache.js';
import { ManualClock } from '../../../support/clock.js';

const page = { url: 'x', html: '<p>X', drawn: '<p>X</p>', pointed: new Map() };

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
