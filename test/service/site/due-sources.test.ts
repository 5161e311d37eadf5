import { describe, expect, it } from 'vitest';
import { isDueForBuild } from '../../../src/service/site/due-sources.js';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 0, 15, 12);

const feed = {
  poll_url: 'https://example.com/feed.xml',
  is_active: 1,
  suspended_at: null,
  refresh_interval: null,
  quiet_hours: null,
  refresh_reason: null,
  last_refreshed_at: NOW - HOUR,
  next_refresh_at: NOW + 1,
} as const;
const unread = { ...feed, poll_url: '', last_refreshed_at: NOW };

describe('whether a build fetches a source', () => {
  it.each<[string, boolean, Partial<Parameters<typeof isDueForBuild>[0]>, number]>([
    ['whatever its rhythm says', true, feed, 0],
    ['that was fetched just now, without --max-age', true, { ...feed, last_refreshed_at: NOW }, 0],
    ['exactly as old as --max-age', true, feed, HOUR],
    ['fetched more recently than --max-age', false, feed, HOUR + 1],
    ['as old as its interval', true, { ...feed, refresh_interval: HOUR }, 0],
    ['fetched within its interval', false, { ...feed, refresh_interval: HOUR + 1 }, 0],
    [
      'fetched within its interval, with --max-age',
      false,
      { ...feed, refresh_interval: 2 * HOUR },
      1,
    ],
    ['that is paused', false, { ...unread, refresh_interval: 0 }, 0],
    ['of a suspended feed', false, { ...unread, suspended_at: NOW }, 0],
    ['in its quiet hours', false, { ...unread, quiet_hours: '11:00-13:00 UTC' }, 0],
    ['outside its quiet hours', true, { ...unread, quiet_hours: '13:00-14:00 UTC' }, 0],
    ['never read', true, unread, HOUR],
    ['inactive, before its next try', false, { ...feed, is_active: 0 }, 0],
    ['inactive, at its next try', true, { ...feed, is_active: 0, next_refresh_at: NOW }, HOUR + 1],
  ])('one %s: %s', (_, isDue, columns, maxAgeMs) => {
    expect(isDueForBuild({ ...feed, ...columns }, { now: NOW, maxAgeMs })).toBe(isDue);
  });
});
