import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { FiltersInput } from '../../../src/contract/index.js';
import { closeWorkers } from '../../../src/service/core/worker/pool.js';
import {
  applyFilters,
  chosenItems,
  shownItems,
} from '../../../src/service/filters/apply-filters.js';
import { checkFilters } from '../../../src/service/filters/check-filters.js';
import { compileFilter } from '../../../src/service/filters/item-filter.js';
import { filtersColumn } from '../../../src/service/filters/stored-filters.js';
import { shuffledLetters } from '../../support/any-text.js';
import { countingTurns } from '../../support/loop-turns.js';

const items = (count: number, text: string) =>
  Array.from({ length: count }, (_, n) => ({
    title: `Item ${n}`,
    description_text: `${text} number ${n}.`,
    authors: [],
    url: `https://a.example/${n}`,
  }));

async function column(filters: FiltersInput): Promise<string | null> {
  return filtersColumn(await checkFilters(filters));
}

describe('checkFilters', () => {
  const complex = (n: number) => `/[a-z ]{0,230}${n}Q/i`;

  it('refuses the rule with which the expressions are too complex together', async () => {
    const rules = Array.from({ length: 72 }, (_, n) => complex(n));
    await expect(checkFilters({ include: ['word'], exclude: rules })).rejects.toThrow(
      `"filters.exclude[8]" (${complex(8)}) makes the regular expressions`,
    );
    const before = await checkFilters({ include: rules.slice(0, 6) });
    await expect(checkFilters({ exclude: rules.slice(6, 12) }, before)).rejects.toThrow(
      '"filters.exclude[2]"',
    );
  });

  it('takes a hundred ordinary expressions', async () => {
    const rules = Array.from({ length: 100 }, (_, n) => `/meeting\\s+(?:on|at)\\s+${n}/i`);
    expect((await checkFilters({ exclude: rules })).exclude).toHaveLength(100);
  });
});

describe('the items of a feed with a filter', () => {
  const item = (title: string) => ({
    ...{ title, url: '', description_text: '', description_html: '' },
    ...{ thumbnail: null, date_published: null, authors: [] },
  });
  const list = ['An advert', 'News'].map(item);
  const titles = (of: readonly { title: string }[]) => of.map(({ title }) => title);

  it('are those that it shows, those that it hides, or both, with the rule', async () => {
    const filters = await column({ exclude: ['advert'] });
    const filter = [{ of: 'feed', filters }];
    expect(titles(await chosenItems(list, filter, undefined))).toEqual(['News']);
    expect(titles(await chosenItems(list, filter, 'only'))).toEqual(['An advert']);
    expect(await chosenItems(list, filter, 'include')).toEqual([
      { ...list[0], dropped_by: { list: 'exclude', rule: 'advert', of: 'feed' } },
      list[1],
    ]);
    expect(titles(await shownItems(list, [filters]))).toEqual(['News']);
  });

  it('are all of them where there is none', async () => {
    expect(await shownItems(list, [null])).toEqual(list);
    expect(await chosenItems(list, [{ of: 'feed', filters: null }], undefined)).toEqual(list);
    expect(await chosenItems(list, [{ of: 'feed', filters: null }], 'only')).toEqual([]);
  });

  it('are hidden by the filter that is named first', async () => {
    const filters = await column({ exclude: ['advert'] });
    const owned = [{ of: 'none', filters: null }, ...['a', 'b'].map((of) => ({ of, filters }))];
    const [first] = await applyFilters(list, () => owned);
    expect(first?.droppedBy?.of).toBe('a');
  });
});

describe.skipIf(!existsSync('dist/reading-worker.cjs'))('applyFilters', { tags: ['slow'] }, () => {
  afterAll(() => closeWorkers());

  it('hides the same items by expressions in the worker as here', async () => {
    const list = items(300, 'The quick brown fox. '.repeat(200));
    const feed = await column({ exclude: ['/number \\d*7\\./', 'title:"item 5"'] });
    const bundle = await column({ include: ['/number \\d+\\./'], exclude: ['/number 1\\d\\./'] });
    const filters = [
      { of: 'bundle', filters: bundle },
      { of: 'none', filters: null },
      { of: 'feed', filters: feed },
    ];
    const compiled = await Promise.all(
      [bundle, feed].map((each) => compileFilter(JSON.parse(each ?? ''))),
    );
    const cost = list.reduce((sum, item) => sum + (compiled[0]?.cost(item) ?? 0), 0);
    expect(cost).toBeGreaterThan(1_000_000);
    const filtered = await applyFilters(list, () => filters);
    expect(filtered.map(({ item }) => item)).toEqual(list);
    for (const { item, droppedBy } of filtered) {
      const byBundle = compiled[0]?.hides(item);
      const byFeed = compiled[1]?.hides(item);
      const expected = byBundle
        ? { ...byBundle, of: 'bundle' }
        : byFeed && { ...byFeed, of: 'feed' };
      expect(droppedBy).toEqual(expected ?? null);
    }
    expect(filtered.filter(({ droppedBy }) => droppedBy !== null).length).toBeGreaterThan(30);
  });

  it('names an expression that takes too long, keeps others going, and does not try again', async () => {
    const slow = '/a[ab]{240}Q/i';
    const filters = [{ of: 'feed', filters: await column({ exclude: ['word', slow] }) }];
    const list = items(100, shuffledLetters(260_000));
    const failed = () => applyFilters(list, () => filters).then(() => null, String);
    const { result, turns } = await countingTurns(failed);
    expect(result).toContain(`most likely the rule ${slow}`);
    // A blocked event loop has no turns; how many there are depends on the machine.
    expect(turns).toBeGreaterThan(2);
    const again = await countingTurns(failed);
    expect(again.result).toBe(result);
    expect(again.turns).toBeLessThan(turns / 2);
  });
});
