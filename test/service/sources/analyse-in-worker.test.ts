import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { analysePage } from '../../../src/generator/analyse.js';
import { isCostly } from '../../../src/service/core/worker/costly-page.js';
import { closeWorkers } from '../../../src/service/core/worker/pool.js';
import { analyseInWorker, generateFeed } from '../../../src/service/sources/generate-feed.js';
import { noticingThreads } from '../../support/loop-turns.js';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const FILLER = 'Words that make the page large enough for a thread of its own. '.repeat(20);

function largePage(items: number): string {
  const articles = Array.from(
    { length: items },
    (_, n) =>
      `<article><h2><a href="/s/${n}-a-story">A story of the site, number ${n}</a></h2><p>${FILLER}</p></article>`,
  );
  return `<html lang="en"><title>Large</title><main>${articles.join('')}</main></html>`;
}

const input = (html: string) => ({
  url: 'https://a.test/',
  html,
  now: NOW,
  selectors: null,
  rule: null,
});

describe.skipIf(!existsSync('dist/reading-worker.cjs'))('large pages', () => {
  afterAll(() => closeWorkers());

  it('come out of the worker as they would here', async () => {
    const html = largePage(200);
    expect(isCostly(html)).toBe(true);
    const here = analysePage(input(html));
    const there = await analyseInWorker(input(html));
    expect(there.winner).toEqual(here.winner);
    expect(there.metadata).toEqual(here.metadata);
    expect([...there.linked]).toEqual([...here.linked]);
  });

  it.each([
    ['long', largePage(250)],
    ['full of tags', largePage(500).replaceAll(FILLER, '')],
  ])('leave the event loop free while they are read: %s', async (_, html) => {
    const { result: feeds, isElsewhere } = await noticingThreads(() =>
      Promise.all(Array.from({ length: 4 }, () => generateFeed(input(html)))),
    );
    const found = feeds.map(({ document }) => document.entries.length);
    expect(new Set(found)).toEqual(new Set([html.split('<article>').length - 1]));
    expect(isElsewhere).toBe(true);
    const { isElsewhere: isSmallElsewhere } = await noticingThreads(() =>
      generateFeed(input(largePage(5))),
    );
    expect(isSmallElsewhere).toBe(false);
  });

  it('say in their errors what a small page would say', async () => {
    const html = `<h1>Nothing here</h1>${`<p>${FILLER}</p>`.repeat(400)}`;
    await expect(generateFeed(input(html))).rejects.toMatchObject({ code: 'NO_ITEMS_FOUND' });
    const selectors = { items: 'a[' };
    await expect(generateFeed({ ...input(html), selectors })).rejects.toMatchObject({
      code: 'INVALID_FIELD',
    });
  });
});
