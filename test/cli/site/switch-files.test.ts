import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openOutput, STAGING } from '../../../src/cli/site/output-directory.js';
import { recover, stageFile, switchTo } from '../../../src/cli/site/switch-files.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

async function directory() {
  const home = temporaryDirectory();
  const path = join(home, 'public');
  const output = await openOutput(path, '.marker');
  const state = join(home, 'public.state.json');
  const write = (name: string, text: string) => writeFileSync(join(path, name), text);
  const staged = (name: string, text: string) => write(join(STAGING, name), text);
  const contents = () => {
    const names = readdirSync(path).filter((name) => name !== STAGING);
    return Object.fromEntries(names.map((name) => [name, readFileSync(join(path, name), 'utf8')]));
  };
  return { path, output, state, write, staged, contents };
}

const JOURNAL = { version: 1, put: ['a.xml', 'b.xml'], remove: ['old.xml'], state: true };

describe('switchTo', () => {
  it('replaces files and state, and deletes what is gone', async () => {
    const { output, state, write, contents } = await directory();
    write('a.xml', 'old a');
    write('old.xml', 'old');
    write('kept.xml', 'kept');
    await stageFile(output, 'a.xml', 'new a');
    await switchTo(output, state, { files: ['a.xml'], removed: ['old.xml'], state: 'new state' });
    expect(contents()).toEqual({ 'a.xml': 'new a', 'kept.xml': 'kept' });
    expect(readFileSync(state, 'utf8')).toBe('new state');
    // The site is for everybody, the state for its owner; neither is a program.
    expect(statSync(state).mode & 0o777).toBe(0o600);
    expect(statSync(join(output.path, 'a.xml')).mode & 0o111).toBe(0);
  });

  it('leaves everything as it is when the state cannot be written', async () => {
    const { output, state, write, contents } = await directory();
    write('a.xml', 'old a');
    await stageFile(output, 'a.xml', 'new a');
    mkdirSync(`${state}.next`);
    const failed = switchTo(output, state, { files: ['a.xml'], removed: [], state: 'new state' });
    await expect(failed).rejects.toMatchObject({ code: 'OUTPUT_UNUSABLE' });
    expect(contents()).toEqual({ 'a.xml': 'old a' });
    expect(() => readFileSync(state)).toThrow();
  });
});

describe('stageFile', () => {
  it('writes beside the old version', async () => {
    const { output, write, contents, path } = await directory();
    write('a.xml', 'old a');
    await stageFile(output, 'a.xml', 'new a');
    expect(contents()).toEqual({ 'a.xml': 'old a' });
    expect(readFileSync(join(path, STAGING, 'a.xml'), 'utf8')).toBe('new a');
  });

  it('says that the directory cannot be written', async () => {
    const { output, path } = await directory();
    mkdirSync(join(path, STAGING, 'b.xml'));
    const failed = stageFile(output, 'b.xml', 'new b');
    await expect(failed).rejects.toMatchObject({ code: 'OUTPUT_UNUSABLE' });
  });
});

describe('recover', () => {
  it('drops a version that was not decided on', async () => {
    const { output, state, write, staged, contents } = await directory();
    write('a.xml', 'old a');
    staged('a.xml', 'new a');
    writeFileSync(`${state}.next`, 'new state');
    expect(await recover(output, state)).toBe(false);
    expect(contents()).toEqual({ 'a.xml': 'old a' });
    expect(() => readFileSync(state)).toThrow();
  });

  it.each([0, 1, 2, 3])('completes a version that was put in place up to step %i', async (done) => {
    const { path, output, state, write, staged, contents } = await directory();
    write('a.xml', 'old a');
    write('old.xml', 'old');
    staged('a.xml', 'new a');
    staged('b.xml', 'new b');
    writeFileSync(`${state}.next`, 'new state');
    staged('journal.json', JSON.stringify(JOURNAL));
    const steps = [
      () => renameSync(join(path, STAGING, 'a.xml'), join(path, 'a.xml')),
      () => renameSync(join(path, STAGING, 'b.xml'), join(path, 'b.xml')),
      () => renameSync(`${state}.next`, state),
    ];
    for (const step of steps.slice(0, done)) step();
    expect(await recover(output, state)).toBe(true);
    expect(contents()).toEqual({ 'a.xml': 'new a', 'b.xml': 'new b' });
    expect(readFileSync(state, 'utf8')).toBe('new state');
    expect(await recover(output, state)).toBe(false);
  });

  it('a journal cannot name a file outside the directory', async () => {
    const { path, output, state, staged } = await directory();
    const outside = join(path, '..', 'outside.txt');
    writeFileSync(outside, 'mine');
    staged('journal.json', JSON.stringify({ ...JOURNAL, remove: ['../outside.txt'] }));
    await expect(recover(output, state)).rejects.toMatchObject({ code: 'OUTPUT_UNUSABLE' });
    expect(readFileSync(outside, 'utf8')).toBe('mine');
  });
});
