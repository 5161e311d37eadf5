import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { expandIds, readInput } from '../../../src/cli/bulk/read-input.js';
import { createNotes } from '../../../src/cli/output/notes.js';
import { openStreams } from '../../../src/cli/terminal/streams.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/** A command with this text on standard input. */
function piped(text: string | Buffer) {
  const stdin = new PassThrough();
  stdin.end(text);
  const nodeStreams = { stdin, stdout: new PassThrough(), stderr: new PassThrough() };
  const streams = openStreams(nodeStreams, { env: {}, noColor: false });
  const notes = createNotes(streams, { quiet: false, debug: false, machine: false });
  const { signal } = new AbortController();
  return { context: { streams, notes, signal }, noted: () => `${nodeStreams.stderr.read() ?? ''}` };
}

describe('ids on standard input', () => {
  it('are added to those of the command line, without remarks and blank lines', async () => {
    const { context, noted } = piped('# mine\r\n a1B2c3D4e5F6g7H8 \n\n_b1B2c3D4e5F6g7H8\r');
    expect(await expandIds(context, ['x', '-', 'y'])).toEqual([
      'x',
      'y',
      'a1B2c3D4e5F6g7H8',
      '_b1B2c3D4e5F6g7H8',
    ]);
    expect(await expandIds(context, ['x'])).toEqual(['x']);
    expect(noted()).toBe('');
  });

  it('may be none, which is noted', async () => {
    const { context, noted } = piped('# nothing\n');
    expect(await expandIds(context, ['-'])).toEqual([]);
    expect(noted()).toBe('Standard input has no ids.\n');
  });

  it('may fill 16 MiB', async () => {
    const { context } = piped(Buffer.alloc(16 * 2 ** 20, '#'));
    expect(await expandIds(context, ['-'])).toEqual([]);
    const more = piped(Buffer.alloc(16 * 2 ** 20 + 1, '#'));
    await expect(expandIds(more.context, ['-'])).rejects.toThrow(
      'Standard input is larger than 16 MiB.',
    );
  });
});

describe('a file', () => {
  it('is read up to its limit', async () => {
    const path = join(temporaryDirectory(), 'list');
    const { context } = piped('');
    writeFileSync(path, Buffer.alloc(2 ** 20));
    expect(await readInput(context, path, 2 ** 20)).toMatchObject({ name: path });
    writeFileSync(path, Buffer.alloc(2 ** 20 + 1));
    await expect(readInput(context, path, 2 ** 20)).rejects.toThrow(
      `${path} is larger than 1 MiB.`,
    );
  });

  it('that cannot be read is named with the reason', async () => {
    const dir = temporaryDirectory();
    mkdirSync(join(dir, 'lists'));
    const { context } = piped('');
    for (const [name, why] of [
      ['lists', `${join(dir, 'lists')} cannot be read: it is a directory.`],
      ['nothing', `File not found: ${join(dir, 'nothing')}`],
      ['x'.repeat(300), 'cannot be read: ENAMETOOLONG.'],
    ] as const) {
      await expect(readInput(context, join(dir, name), 1e6)).rejects.toMatchObject({
        exitCode: 2,
        message: expect.stringContaining(why),
      });
    }
  });
});
