import { appendFileSync, copyFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAsLeft, rememberAsLeft } from '../../../src/service/store/sqlite/left-file.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

function leftFile(): string {
  const path = join(temporaryDirectory(), 'feedctl.db');
  writeFileSync(path, 'something');
  expect(isAsLeft(path)).toBe(false);
  rememberAsLeft(path);
  expect(isAsLeft(path)).toBe(true);
  return path;
}

const CHANGES: readonly (readonly [what: string, change: (path: string) => void])[] = [
  ['longer', (path) => appendFileSync(path, '!')],
  ['written at another time', (path) => utimesSync(path, 1, 1)],
  ['gone', (path) => rmSync(path)],
  ['in use, or was when its process died', (path) => writeFileSync(`${path}-wal`, '')],
  [
    'replaced by a copy',
    (path) => {
      copyFileSync(path, `${path}.copy`);
      rmSync(path);
      writeFileSync(`${path}.other`, '');
      copyFileSync(`${path}.copy`, path);
    },
  ],
];

describe('a file as feedctl left it', () => {
  it.each(CHANGES)('is no such file when it is %s', (_, change) => {
    const path = leftFile();
    change(path);
    expect(isAsLeft(path)).toBe(false);
  });

  it('is no such file where nothing can be written beside it', () => {
    const nowhere = join(temporaryDirectory(), 'missing', 'feedctl.db');
    rememberAsLeft(nowhere);
    expect(isAsLeft(nowhere)).toBe(false);
  });
});
