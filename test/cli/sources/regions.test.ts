import { expect, it } from 'vitest';
import { editions } from '../../../src/cli/sources/regions.js';
import { formatRegion, parseRegion } from '../../../src/contract/region.js';

it('suggests regions that the service takes as they are, each by its name', () => {
  const all = editions();
  expect(all.length).toBeGreaterThan(80);
  expect(new Set(all.map(({ region }) => region)).size).toBe(all.length);
  const countries = new Intl.DisplayNames('en', { type: 'region' });
  for (const { region, name } of all) {
    const parsed = parseRegion(region);
    expect(parsed && formatRegion(parsed), region).toBe(region);
    expect(name).toMatch(/^[\p{L}]/u);
    expect(name.startsWith(`${countries.of(region.slice(0, 2))}, `), name).toBe(true);
  }
});
