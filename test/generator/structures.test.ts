import { describe, expect, it } from 'vitest';
import { generateFeed } from '../../src/service/sources/generate-feed.js';
import { amidNoise } from './noise.js';
import { NOW, STRUCTURES } from './structures.js';

describe('well-known structures', () => {
  it.each(STRUCTURES)('$name', async ({ url, html, items, titles, dates }) => {
    const { document } = await generateFeed({ url, html, now: NOW, selectors: null, rule: null });
    expect(document.entries.map((entry) => entry.url)).toEqual(items);
    if (titles !== undefined) expect(document.entries.map((entry) => entry.title)).toEqual(titles);
    if (dates === undefined) return;
    const found = document.entries.map(({ datePublished }) =>
      datePublished === null ? null : new Date(datePublished).toISOString(),
    );
    expect(found).toEqual(dates);
  });

  it.each(STRUCTURES)('amid noise: $name', async ({ url, html, items }) => {
    const page = amidNoise(html);
    const { document } = await generateFeed({
      url,
      html: page,
      now: NOW,
      selectors: null,
      rule: null,
    });
    expect(document.entries.map((entry) => entry.url)).toEqual(items);
  });

  it.each(STRUCTURES)('amid noise without names: $name', async ({ url, html, items }) => {
    const page = amidNoise(html, true);
    const { document } = await generateFeed({
      url,
      html: page,
      now: NOW,
      selectors: null,
      rule: null,
    });
    expect(document.entries.map((entry) => entry.url)).toEqual(items);
  });
});
