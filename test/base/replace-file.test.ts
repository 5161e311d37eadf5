import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { replaceFile } from '../../src/base/replace-file.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

it('writes a new file with the given permissions, and replaces it later', async () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'state.json');
  await replaceFile(file, 'first', 0o600);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await replaceFile(file, ['sec', 'ond'], 0o600);
  expect(readFileSync(file, 'utf8')).toBe('second');
  expect(readdirSync(directory)).toEqual(['state.json']);
});

it('keeps a symbolic link', async () => {
  const directory = temporaryDirectory();
  const [file, link] = [join(directory, 'file'), join(directory, 'link')];
  writeFileSync(file, 'before');
  symlinkSync(file, link);
  await replaceFile(link, 'after');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe('after');
});

it('keeps the permissions of the old file, unless others are given', async () => {
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, 'before');
  chmodSync(file, 0o640);
  await replaceFile(file, 'after');
  expect(statSync(file).mode & 0o777).toBe(0o640);
  await replaceFile(file, 'secret', 0o600);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it.skipIf(process.platform === 'win32')('writes to a named pipe, which stays', async () => {
  const pipe = join(temporaryDirectory(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const read = readFile(pipe, 'utf8');
  await replaceFile(pipe, ['to the ', 'reader']);
  expect(await read).toBe('to the reader');
  expect(lstatSync(pipe).isFIFO()).toBe(true);
});

it('leaves nothing behind when it fails, and the old file as it was', async () => {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'folder'));
  await expect(replaceFile(join(directory, 'folder'), 'text')).rejects.toThrow();
  function* broken() {
    yield 'half';
    throw new Error('the rest is missing');
  }
  writeFileSync(join(directory, 'file'), 'before');
  await expect(replaceFile(join(directory, 'file'), broken())).rejects.toThrow('the rest');
  expect(readFileSync(join(directory, 'file'), 'utf8')).toBe('before');
  expect(readdirSync(directory).sort()).toEqual(['file', 'folder']);
});
