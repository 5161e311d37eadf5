import stringWidth from 'string-width';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { progressLine, startProgress } from '../../../src/cli/bulk/progress.js';
import type { Context } from '../../../src/cli/verbs/context.js';

const facts = { label: 'Creating', total: 200, done: 50, failed: 0, elapsedMs: 25_000, note: '' };

describe('the progress line', () => {
  it.each([
    ['in the middle', {}, 'Creating  [######------------------]  50/200  2.0/s  1 min 15 s left'],
    ['at the start', { done: 0, elapsedMs: 0 }, 'Creating  [------------------------]  0/200'],
    [
      'with failures',
      { failed: 3 },
      'Creating  [######------------------]  50/200  3 failed  2.0/s  1 min 15 s left',
    ],
    [
      'at a slow service',
      { elapsedMs: 3_000_000 },
      'Creating  [######------------------]  50/200  1.0/min  2 h 30 min left',
    ],
    [
      'of one in a second',
      { done: 100, elapsedMs: 100_000 },
      'Creating  [############------------]  100/200  1.0/s  1 min 40 s left',
    ],
    [
      'a minute before the end',
      { done: 140, elapsedMs: 140_000 },
      'Creating  [#################-------]  140/200  1.0/s  1 min 00 s left',
    ],
    [
      'less than a minute before the end',
      { done: 141, elapsedMs: 141_000 },
      'Creating  [#################-------]  141/200  1.0/s  59 s left',
    ],
    [
      'an hour before the end',
      { done: 100, elapsedMs: 3_600_000 },
      'Creating  [############------------]  100/200  1.7/min  1 h 00 min left',
    ],
    [
      'almost an hour before the end',
      { done: 100, elapsedMs: 3_599_000 },
      'Creating  [############------------]  100/200  1.7/min  59 min 59 s left',
    ],
    ['at the end', { done: 200 }, 'Creating  [########################]  200/200  8.0/s  0 s left'],
    [
      'while it waits',
      { done: 0, note: 'waiting 12 s: Rate limited.' },
      'Creating  [------------------------]  0/200  waiting 12 s: Rate limited.',
    ],
    ['of nothing', { total: 0, done: 0 }, 'Creating  [########################]  0/0'],
  ])('%s', (_, over, expected) => {
    expect(progressLine({ ...facts, ...over }, 120)).toBe(expected);
  });

  it('never wraps', () => {
    for (const width of [1, 20, 60, 80]) {
      expect(stringWidth(progressLine(facts, width))).toBeLessThan(Math.max(1, width) + 1);
    }
    expect(progressLine(facts, 20)).toHaveLength(19);
    expect(progressLine(facts, 0)).toBe('');
  });
});

describe('progress', () => {
  const TO_A_FILE = { stdout: false, format: 'json', canRedraw: true, quiet: false, debug: false };

  function start(facts: Partial<typeof TO_A_FILE> = {}) {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { stdout, format, canRedraw, ...globals } = { ...TO_A_FILE, ...facts };
    const written: string[] = [];
    const write = async (text: string) => void written.push(text);
    const context = {
      globals,
      output: { format },
      streams: { stdout: { isTerminal: stdout }, stderr: { canRedraw, width: 120, write } },
    } as unknown as Context;
    return { progress: startProgress(context, 'Creating', 4), written };
  }

  it.each([
    [{}, true],
    [{ stdout: true, format: 'table' }, true],
    [{ stdout: true }, false],
    [{ quiet: true }, false],
    [{ debug: true }, false],
    [{ canRedraw: false }, false],
  ])('with %j is shown: %s', async (facts, isShown) => {
    const { progress, written } = start(facts);
    vi.advanceTimersByTime(100);
    await progress.end();
    expect(written.length > 0).toBe(isShown);
  });

  it('is drawn again ten times in a second, with what was done and what it waits for', async () => {
    const { progress, written } = start();
    vi.advanceTimersByTime(99);
    expect(written).toEqual([]);
    progress.step();
    progress.step(true);
    progress.waiting(1500, 'Rate limited.');
    vi.advanceTimersByTime(901);
    expect(written).toHaveLength(10);
    const line = 'Creating  [############------------]  2/4  1 failed  2.0/s  1 s left';
    expect(written.at(-1)).toBe(`\r\u001b[2K${line}  waiting 2 s: Rate limited.`);
    progress.step();
    vi.advanceTimersByTime(100);
    expect(written.at(-1)).not.toContain('waiting');
    await progress.end();
    expect(written.at(-1)).toBe('\r\u001b[2K');
    vi.advanceTimersByTime(1000);
    expect(written).toHaveLength(12);
  });
});
