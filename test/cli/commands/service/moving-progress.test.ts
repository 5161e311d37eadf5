import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { maintenanceProgress } from '../../../../src/cli/commands/service/maintenance-progress.js';
import type { Context } from '../../../../src/cli/verbs/context.js';

/** What is written to standard error for a table of so many rows. */
async function shown(
  facts: { isTerminal?: boolean; quiet?: boolean; debug?: boolean; json?: boolean },
  total: number,
): Promise<string> {
  let text = '';
  const stderr = {
    canRedraw: facts.isTerminal === true,
    width: 60,
    write: async (part: string) => {
      text += part;
    },
  };
  const globals = { quiet: facts.quiet === true, debug: facts.debug === true };
  const output = { format: facts.json === true ? 'json' : 'table' };
  const context = { streams: { stderr }, globals, output } as unknown as Context;
  const progress = maintenanceProgress(context);
  progress.show({ table: 'items', done: 0, total });
  progress.show({ table: 'items', done: total, total: total + 1 });
  await progress.end();
  return text;
}

describe('maintenanceProgress', () => {
  it('is a line on a terminal, taken away in the end', async () => {
    const text = await shown({ isTerminal: true }, 500);
    expect(text).toContain('Copying items');
    expect(text).toMatch(/0\/500/);
    expect(text.endsWith('\r\u001b[2K')).toBe(true);
  });

  it('is drawn ten times a second at most, with the speed of its table', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const lines: string[] = [];
    const write = async (line: string) => void lines.push(line.replace(/^\r.*?K/, ''));
    const stderr = { canRedraw: true, width: 100, write };
    const context = { streams: { stderr }, globals: {}, output: { format: 'table' } };
    const progress = maintenanceProgress(context as unknown as Context);
    for (const [table, done, wait] of [
      ['feeds', 0, 99],
      ['feeds', 5, 1],
      ['feeds', 10, 1000],
      ['items', 0, 1000],
      ['items', 200, 0],
    ] as const) {
      progress.show({ table, done, total: 100 });
      vi.advanceTimersByTime(wait);
    }
    expect(lines).toEqual([
      expect.stringMatching(/^Copying feeds .* 0\/100$/),
      expect.stringMatching(/^Copying feeds .* 10\/100 {2}100\.0\/s {2}1 s left$/),
      expect.stringMatching(/^Copying items .* 0\/100$/),
      expect.stringMatching(/^Copying items .* 200\/200 {2}200\.0\/s {2}0 s left$/),
    ]);
  });

  it('is a line for each large table in a log', async () => {
    expect(await shown({}, 3_000_000)).toBe('Copying items: 3000000 rows\n');
    expect(await shown({}, 100_000)).toBe('Copying items: 100000 rows\n');
    expect(await shown({}, 99_999)).toBe('');
  });

  it('is nothing when it is not wanted', async () => {
    expect(await shown({ quiet: true, isTerminal: true }, 3_000_000)).toBe('');
    expect(await shown({ debug: true, isTerminal: true }, 3_000_000)).toBe('');
    expect(await shown({ json: true, isTerminal: true }, 3_000_000)).toBe('');
  });
});
