import { expect, it } from 'vitest';
import { FEED_FIELDS } from '../../src/resources/feed.js';
import { having } from '../../src/resources/field.js';

it('raises the revision of a feed for what its readers see', () => {
  expect(having(FEED_FIELDS, { published: true })).toEqual(['customAuthor', 'max_age']);
});

it('knows what every service has', () => {
  const extensions = new Set<string>(having(FEED_FIELDS, { own: true }));
  const everywhere = Object.keys(FEED_FIELDS).filter((name) => !extensions.has(name));
  expect(everywhere).toEqual(['title', 'description', 'icon', 'customAuthor']);
});

it('turns full texts off for none', () => {
  expect(FEED_FIELDS.full_text.none).toBe(false);
});
