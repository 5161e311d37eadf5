import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readNamedFile } from '../../src/base/read-file.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const LIMIT = { limitBytes: 1000 };

function pipe(): string {
  const path = join(temporaryDirectory(), 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
}

it('a regular file is read up to its limit', async () => {
  const path = join(temporaryDirectory(), 'file');
  writeFileSync(path, 'x'.repeat(1000));
  expect(await readNamedFile(path, LIMIT)).toHaveLength(1000);
  writeFileSync(path, 'x'.repeat(1001));
  await expect(readNamedFile(path, LIMIT)).rejects.toBeInstanceOf(RangeError);
});

it('a file that says it is empty, as those of /proc, is read to its end', async () => {
  expect(`${await readNamedFile('/proc/self/status', { limitBytes: 1e6 })}`).toContain('Pid:');
});

it.each([
  ['/dev/zero', 'NOT_REGULAR'],
  ['/dev', 'EISDIR'],
  ['/dev/nothing-of-this-name', 'ENOENT'],
])('%s is refused as %s', async (path, code) => {
  await expect(readNamedFile(path, LIMIT)).rejects.toMatchObject({ code });
});

it('the null device is empty', async () => {
  expect(await readNamedFile('/dev/null', LIMIT)).toHaveLength(0);
});

it('a pipe is read when its writer comes', async () => {
  const path = pipe();
  const read = readNamedFile(path, LIMIT);
  const writer = spawn('sh', ['-c', 'printf %s one > "$0"', path]);
  expect(`${await read}`).toBe('one');
  await once(writer, 'close');
});

it('a pipe is read up to the limit', async () => {
  const path = pipe();
  const writer = spawn('sh', ['-c', 'yes > "$0"', path], { stdio: 'ignore' });
  await expect(readNamedFile(path, LIMIT)).rejects.toBeInstanceOf(RangeError);
  await once(writer, 'close');
});

it('a pipe without a writer can be broken off', async () => {
  const controller = new AbortController();
  const read = readNamedFile(pipe(), { ...LIMIT, signal: controller.signal });
  setImmediate(() => controller.abort(new Error('stopped')));
  await expect(read).rejects.toThrow('stopped');
});
