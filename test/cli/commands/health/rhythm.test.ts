import { describe, expect, it } from 'vitest';
import { examine, fixesFor } from '../../../../src/cli/commands/health/feed-checks.js';
import { rhythmOf, usualMaxAge } from '../../../../src/cli/commands/health/rhythm.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const every = (step: number, count: number) =>
  Array.from({ length: count }, (_, index) => 1e12 - index * step);

describe('rhythmOf', () => {
  it('is the average time between publications', () => {
    expect(rhythmOf(every(7 * DAY, 10))).toBe(7 * DAY);
    expect(rhythmOf([0, 4 * DAY, 6 * DAY])).toBe(3 * DAY);
  });

  it('takes items of one batch as one publication', () => {
    const weeks = every(7 * DAY, 4);
    const issues = weeks.flatMap((time) => [time, time - HOUR, time - 2 * HOUR]);
    expect(rhythmOf(issues)).toBe(7 * DAY);
  });

  it('is unknown without two publications', () => {
    expect(rhythmOf([])).toBeNull();
    expect(rhythmOf([5])).toBeNull();
    expect(rhythmOf(every(HOUR, 50))).toBeNull();
  });

  it('forgets what was long ago', () => {
    const old = every(DAY, 100).map((time) => time - 3650 * DAY);
    expect(rhythmOf([...every(30 * DAY, 20), ...old])).toBe(30 * DAY);
  });
});

describe('usualMaxAge', () => {
  it('is three times the rhythm, and never less than a day', () => {
    expect(usualMaxAge(every(7 * DAY, 5))).toBe(21 * DAY);
    expect(usualMaxAge(every(13 * HOUR, 9))).toBe(39 * HOUR);
    expect(usualMaxAge(every(HOUR, 9))).toBe(DAY);
    expect(usualMaxAge([])).toBe(DAY);
  });
});

it('reports a page whose list is no longer found', () => {
  const feed = {
    id: 'a1B2c3D4e5F6g7H8',
    title: 'News',
    description: '',
    icon: '',
    source_url: 'https://example.com/news',
    rss_feed_url: 'https://feeds.example.com/a.xml',
    is_active: true,
    drift: { since: '2026-03-15T12:00:00.000Z', expected: 10, found: 0, confidence: 0.85 },
    items: [
      {
        url: 'https://example.com/1',
        title: 'One',
        description_text: '',
        description_html: '',
        thumbnail: null,
        date_published: null,
        authors: [],
      },
    ],
  };
  const freshness = { now: 0, maxAgeMs: undefined, newSeenAt: undefined };
  expect(examine(feed, freshness)).toEqual({
    check: 'drifted',
    detail:
      'https://example.com/news changed, and its list is lost: 0 of 10 items found (confidence 85 %)',
  });
  expect(fixesFor('drifted', 'f1', { canRefresh: true })).toEqual([['health', 'f1', '--fix']]);
});
