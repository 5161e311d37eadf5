import { describe, expect, it } from 'vitest';
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
  progress.show({ table: 'items', done: total, total });
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
