import { expect, it } from 'vitest';
import {
  isPublished,
  NO_SETTINGS,
  PAUSED,
  plannedFetch,
  SETTING_COLUMNS,
  settingCells,
  settingsIn,
} from '../../../src/service/feeds/setting-columns.js';

const HOUR = 3_600_000;

it.each([
  [{ interval: '90m' }, { refresh_interval: 1.5 * HOUR }, { interval: '90m' }],
  [{ interval: 'paused' }, { refresh_interval: PAUSED }, { interval: 'paused' }],
  [{ interval: 'auto' }, { refresh_interval: null }, {}],
  [{ max_age: '48h' }, { max_age: 48 * HOUR }, { max_age: '2d' }],
  [{ max_age: 'none' }, { max_age: null }, {}],
  [
    { quiet_hours: '9:00-17:00 UTC' },
    { quiet_hours: '09:00-17:00 UTC' },
    { quiet_hours: '09:00-17:00 UTC' },
  ],
  [{ quiet_hours: 'none' }, { quiet_hours: null }, {}],
  [{ full_text: true }, { full_text: 1 }, { full_text: true }],
  [{ full_text: false }, { full_text: 0 }, {}],
  [{ customAuthor: 'Ann' }, { custom_author: 'Ann' }, { customAuthor: 'Ann' }],
  [{}, {}, {}],
])('the settings %j are stored as %j and answered as %j', (settings, cells, answered) => {
  expect(settingCells(settings)).toEqual(cells);
  expect(settingsIn(cells)).toEqual({ customAuthor: null, ...answered });
});

it('a feed without settings has a cell for each, and answers with none of ours', () => {
  expect(Object.keys(NO_SETTINGS).sort()).toEqual([...SETTING_COLUMNS].sort());
  expect(settingsIn(NO_SETTINGS)).toEqual({ customAuthor: null });
});

it('readers see the author, and not when a feed is read', () => {
  expect(isPublished({ customAuthor: 'Ann' })).toBe(true);
  expect(isPublished({ interval: '1h' })).toBe(false);
  expect(isPublished({})).toBe(false);
});

it('a paused feed has no next fetch', () => {
  expect(plannedFetch({ refresh_interval: PAUSED }, 7)).toBeNull();
  expect(plannedFetch({ refresh_interval: null }, 7)).toBe(7);
  expect(plannedFetch({ refresh_interval: HOUR }, 7)).toBe(7);
});
