import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openOutput, STAGING } from '../../../src/cli/site/output-directory.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const MARKER = 'feedctl.json';

describe('a directory with files is the output of a build', () => {
  it.each([
    ['by its marker', (path: string) => writeFileSync(join(path, MARKER), '{}')],
    ['by what a killed first build left', (path: string) => mkdirSync(join(path, STAGING))],
  ])('%s', async (_, mark) => {
    const path = temporaryDirectory();
    writeFileSync(join(path, 'a.xml'), 'a');
    mark(path);
    expect((await openOutput(path, MARKER)).names).toContain('a.xml');
  });

  it('and nobody else is overwritten', async () => {
    const path = temporaryDirectory();
    writeFileSync(join(path, 'thesis.txt'), 'years');
    await expect(openOutput(path, MARKER)).rejects.toMatchObject({ code: 'OUTPUT_NOT_OURS' });
  });

  it('and what is no directory, or below a file, is left alone', async () => {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, 'mine');
    for (const path of [file, join(file, 'public')]) {
      await expect(openOutput(path, MARKER)).rejects.toMatchObject({
        message: `${path} is not a directory.`,
        exitCode: 2,
      });
    }
  });

  it('one with nothing but files of a repository counts as empty', async () => {
    const path = temporaryDirectory();
    writeFileSync(join(path, '.nojekyll'), '');
    expect((await openOutput(path, MARKER)).names).toContain('.nojekyll');
  });
});
