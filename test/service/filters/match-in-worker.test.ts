import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { closeWorkers } from '../../../src/service/core/worker/pool.js';
import {
  type FilteredItem,
  firstToHideEach,
  matchInWorker,
} from '../../../src/service/filters/match-in-worker.js';
import { filtersColumn } from '../../../src/service/filters/stored-filters.js';

const only = (...include: string[]) => filtersColumn({ include, exclude: [] }) ?? '';
const never = (...exclude: string[]) => filtersColumn({ include: [], exclude }) ?? '';
const ITEM = {
  ...{ title: 'Title', description_text: 'Text', summary: 'Summary' },
  ...{ authors: [{ name: 'Ada' }], tags: ['tag'], url: 'https://a.test/1' },
};
const { summary: _, tags: __, ...BARE } = ITEM;

describe.skipIf(!existsSync('dist/reading-worker.cjs'))('the worker', () => {
  afterAll(() => closeWorkers());

  it('hides what is hidden here, by every field that rules search', async () => {
    const rules = [
      'title:/Title/',
      '/Text/',
      '/Summary/',
      'author:/Ada/',
      'tag:/tag/',
      'url:/a.test/',
    ];
    const items: FilteredItem[] = [
      ...rules.map((rule) => ({ item: ITEM, columns: [never(rule)] })),
      ...rules.map((rule) => ({ item: BARE, columns: [only(rule)] })),
      { item: ITEM, columns: [] },
    ];
    const hidden = await matchInWorker(items);
    expect(hidden).toEqual(await firstToHideEach(items));
    expect(hidden.map((one) => one !== null)).toEqual([
      ...rules.map(() => true),
      ...[false, false, true, false, true, false, false],
    ]);
  });
});
