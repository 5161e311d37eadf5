import { describe, expect, it } from 'vitest';
import { readHistories, replayAll, SAMPLE } from '../../../bench/freshness-main.js';
import { replay } from '../../../bench/freshness-replay.js';
import { byKind, summarise } from '../../../bench/freshness-report.js';
import { DAY, HOUR, MINUTE } from '../../../src/service/core/durations.js';

const START = Date.UTC(2024, 0, 1) / 1000;

describe('a replay', () => {
  const hourly = { documentItems: 20, seed: 1, everyMs: HOUR };
  /** One post every six hours. */
  const posts = Array.from({ length: 100 }, (_, index) => START + index * 6 * 3600);

  it('counts the posts after the first document, and the fetches until the last', () => {
    const { delays, missed, requests, duration } = replay('one', posts, hourly);
    expect(delays).toHaveLength(80);
    expect(missed).toBe(0);
    expect(duration / DAY).toBeCloseTo(80 / 4, 0);
    expect((requests * DAY) / duration).toBeCloseTo(24, 0);
    expect(Math.max(...delays)).toBeLessThanOrEqual(1.1 * HOUR);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
  });

  it('knows no more than a quarter of a short history at the start', () => {
    expect(replay('one', posts.slice(0, 12), hourly).delays).toHaveLength(9);
  });

  it('misses posts that newer ones have pushed out of the document', () => {
    const burst = Array.from({ length: 30 }, (_, index) => START + 100 * 6 * 3600 + index);
    const { delays, missed } = replay('one', [...posts, ...burst], hourly);
    expect(missed).toBe(10);
    expect(delays).toHaveLength(100);
  });

  it('is the same for the same seed, and another one for another', () => {
    const replayed = (seed: number) => replay('one', posts, { ...hourly, seed }).delays;
    expect(replayed(1)).toEqual(replayed(1));
    expect(replayed(1)).not.toEqual(replayed(2));
  });
});

describe('the schedule, on made-up histories', () => {
  /** Their last hundred days: enough to learn from, and cheap. */
  const histories = Object.fromEntries(
    Object.entries(readHistories(SAMPLE)).map(([name, times]) => {
      const from = (times.at(-1) ?? 0) - (100 * DAY) / 1000;
      return [name, times.filter((time, index) => time > from || index >= times.length - 8)];
    }),
  );
  const run = (settings: Parameters<typeof replayAll>[1]['settings']) =>
    byKind(replayAll(histories, { items: 20, seed: 1, settings }));

  it('shows an item within minutes, at a fair price', () => {
    const { all, commits, releases } = run({});
    expect(all.meanMin).toBeLessThan(14);
    expect(all.worstMin).toBeLessThan(70);
    expect(all.requestsPerDay).toBeLessThan(36);
    expect(commits?.requestsPerDay).toBeGreaterThan(releases?.requestsPerDay ?? 0);
  });

  it('keeps to a budget, and spends it where it saves most waiting', () => {
    const { all } = run({ requestsPerDay: 25 });
    expect(all.requestsPerDay).toBeCloseTo(25, 0);
    const evenly = Object.entries(histories).map(([name, times]) =>
      replay(name, times, { documentItems: 20, seed: 1, everyMs: DAY / 25 }),
    );
    expect(all.meanMin).toBeLessThan(0.6 * summarise(evenly).meanMin);
  });

  it('keeps to a ceiling and a floor', () => {
    const { all } = run({ refreshCeilingMs: 20 * MINUTE, refreshFloorMs: 10 * MINUTE });
    expect(all.worstMin).toBeLessThanOrEqual(20);
    expect(all.requestsPerDay).toBeGreaterThan(72);
    expect(all.requestsPerDay).toBeLessThan(144);
  });
});
