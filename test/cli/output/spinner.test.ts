import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withSpinner } from '../../../src/cli/output/spinner.js';
import type { OutputStream } from '../../../src/cli/terminal/streams.js';

const CLEAR_LINE = '\r\u001b[2K';

function collector() {
  const written: string[] = [];
  const write = async (text: string) => void written.push(text);
  const stream: OutputStream = {
    ...{ isTerminal: true, colour: false, hyperlinks: false, canRedraw: true, width: 80 },
    write,
  };
  return { written, stream };
}

describe('the spinner', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('writes nothing for work that is short', async () => {
    const { written, stream } = collector();
    expect(await withSpinner(stream, 'Reading', async () => 7)).toBe(7);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(written).toEqual([]);
  });

  it.each(['resolves', 'rejects'])('is cleared when work %s, and stops turning', async (end) => {
    const { written, stream } = collector();
    let [resolve, reject] = [() => {}, (_: Error) => {}];
    const work = new Promise<void>((...settle) => {
      [resolve, reject] = settle;
    });
    const shown = withSpinner(stream, 'Reading \u001b[31mred', () => work).catch(() => 'failed');
    await vi.advanceTimersByTimeAsync(299);
    expect(written).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(written).toHaveLength(2);
    expect(written[0]).toMatch(/^\r\u001b\[2K⠋ Reading [^\u001b]*red$/);
    expect(written[1]).toContain('⠙');
    if (end === 'resolves') resolve();
    else reject(new Error('no'));
    expect(await shown).toBe(end === 'resolves' ? undefined : 'failed');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(written.slice(2)).toEqual([CLEAR_LINE]);
  });
});
