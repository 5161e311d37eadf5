import { expect, it } from 'vitest';
import { limitFollowUps } from '../../../src/generator/page/follow-up.js';

it('fetches three more addresses of a page, only of the web', async () => {
  const fetched: string[] = [];
  const fetch = limitFollowUps(async (url) => {
    fetched.push(url);
    return null;
  });
  await fetch?.('file:///etc/passwd');
  for (const at of [1, 2, 3, 4]) await fetch?.(`https://example.com/${at}`);
  expect(fetched).toEqual([
    'https://example.com/1',
    'https://example.com/2',
    'https://example.com/3',
  ]);
});

it('fetches nothing where nothing can be fetched', () => {
  expect(limitFollowUps(undefined)).toBeNull();
});
