import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { isBuilt } from '../scripts/is-built.js';
import { temporaryDirectory } from './support/temporary-directory.js';

/** A repository whose dist/ is newer than the rest. */
function builtRepository(): string {
  const root = temporaryDirectory();
  for (const path of ['src/a.ts', 'src/inner/b.ts', 'package.json']) write(join(root, path));
  for (const path of ['src', 'src/inner', 'src/a.ts', 'src/inner/b.ts', 'package.json']) {
    utimesSync(join(root, path), 1_000, 1_000);
  }
  write(join(root, 'dist/meta.json'));
  return root;
}

function write(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
}

/** A time after every build of this test, in seconds. */
const LATER = 5_000_000_000;

it('is up to date when nothing is newer than dist/', () => {
  expect(isBuilt(builtRepository())).toBe(true);
});

it.each(['src/a.ts', 'src/inner/b.ts', 'package.json'])('is not after %s changed', (path) => {
  const root = builtRepository();
  utimesSync(join(root, path), LATER, LATER);
  expect(isBuilt(root)).toBe(false);
});

it('is not after a file went, nor without dist/', () => {
  const root = builtRepository();
  rmSync(join(root, 'src/inner/b.ts'));
  // The directory has the time of now, as dist/ has: a file system may count in whole seconds.
  utimesSync(join(root, 'dist/meta.json'), 2_000, 2_000);
  expect(isBuilt(root)).toBe(false);
  rmSync(join(root, 'dist'), { recursive: true });
  expect(isBuilt(root)).toBe(false);
});
