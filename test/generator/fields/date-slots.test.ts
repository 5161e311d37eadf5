import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FeedRule } from '../../../src/generator/feed-rule.js';
import { generateFeed } from '../../../src/service/sources/generate-feed.js';
import { SIX } from '../made-lists.js';
import { NOW } from '../made-sets.js';

const page = (record: (title: string, n: number) => string) =>
  `<h1>Decisions</h1><main>${SIX.map(record).join('')}</main>`;
const link = (title: string, n: number) => `<a href="/decisions/${n}-of-the-town">${title}</a>`;
const day = (n: number) => `2026-03-0${n}`;

async function daysOf(html: string, rule: FeedRule | null = null) {
  const found = await generateFeed({
    ...{ url: 'https://court.test/decisions', html, now: NOW, selectors: null, rule, inline: true },
  });
  const { entries } = found.document;
  const days = entries.map(({ datePublished }) =>
    datePublished === null ? null : new Date(datePublished).toISOString().slice(0, 10),
  );
  return { days, rule: found.rule as FeedRule, evidence: found.explanation.evidence };
}

/** Two columns of days: the second is the earlier one in the last rows. */
const twoDays = page(
  (title, n) =>
    `<table><tr><td>${link(title, n)}</td><td>${day(n + 2)}</td><td>${day(n < 4 ? 9 : 1)}</td></tr></table>`,
);
const first = SIX.map((_, n) => day(n + 2));
const second = SIX.map((_, n) => day(n < 4 ? 9 : 1));

describe('the dates of a list', () => {
  it('are of one place, that of most of its records', async () => {
    const { days, rule, evidence } = await daysOf(twoDays);
    expect(days).toEqual(first);
    expect(rule.date).toBe('tr>td:2');
    expect(evidence).toContain('dates at tr>td:2; second best: tr>td:3');
    expect(evidence.join()).toContain(`titles by the rules: "${SIX[0]}", "${SIX[1]}"`);
  });

  it.each([
    ['a table', (text: string) => text, SIX.map((_, n) => day(9 - n))],
    [
      'no list where it may be that of the last reply',
      (text: string) => `<i>${text}</i>`,
      [2, 2, 3, 1, 4, 3].map(day),
    ],
  ])('are the ones that the order follows in %s', async (_, mark, expected) => {
    const filed = [2, 2, 3, 1, 4, 3];
    const row = (title: string, n: number) =>
      `<tr><td>${link(title, n)}</td><td>${mark(day(filed[n] ?? 1))}</td><td>${mark(day(9 - n))}</td></tr>`;
    const { days } = await daysOf(
      `<h1>Decisions</h1><main><table>${SIX.map(row).join('')}</table></main>`,
    );
    expect(days).toEqual(expected);
  });

  it('stay where the stored rule says, also where another place would be chosen today', async () => {
    const { rule } = await daysOf(twoDays);
    expect((await daysOf(twoDays, { ...rule, date: 'tr>td:3' })).days).toEqual(second);
    const { date: _, ...earlier } = rule;
    const again = await daysOf(twoDays, earlier);
    expect([again.days, again.rule.date]).toEqual([first, 'tr>td:2']);
  });

  it.each([
    ['a later update', (n: number) => `<i class="updated">${day(n + 3)}</i>`],
    ['a day without a year', () => '<i>4 March</i>'],
    ['an old day in the headline', () => '', 'October 19, 1987, explained: '],
  ])('are not %s', async (_, other, before = '') => {
    const html = page(
      (title, n) =>
        `<article><h3>${link(`${n === 0 ? before : ''}${title}`, n)}</h3>${other(n)}<i class="posted">${day(n + 2)}</i></article>`,
    );
    expect((await daysOf(html)).days).toEqual(first);
  });

  it('are the same at the next reading, whatever records have', async () => {
    const cell = fc.constantFrom(
      '',
      '4 March 2026',
      '2026-03-09',
      '<time datetime="2026-03-02">x</time>',
    );
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 6, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(rows, async (cells) => {
        const html = page(
          (title, n) =>
            `<section><h3>${link(title, n)}</h3>${cells[n]?.map((one) => `<p>${one}</p>`).join('')}</section>`,
        );
        const { days, rule } = await daysOf(html);
        expect((await daysOf(html, rule)).days).toEqual(days);
      }),
      { numRuns: 10 },
    );
  });
});
