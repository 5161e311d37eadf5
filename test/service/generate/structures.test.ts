import { describe, expect, it } from 'vitest';
import { generateFeed } from '../../../src/service/generate/generate.js';
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
});
