import { expect, it } from 'vitest';
import { FEED_FIELDS } from '../../src/resources/feed.js';
import { having } from '../../src/resources/field.js';

it('fields that have some facts', () => {
  const fields = {
    a: { ...FEED_FIELDS.title, own: true },
    b: FEED_FIELDS.title,
    c: { ...FEED_FIELDS.title, own: true, published: true },
  } as const;
  expect(having(fields, { own: true })).toEqual(['a', 'c']);
  expect(having(fields, { own: true, published: true })).toEqual(['c']);
});
