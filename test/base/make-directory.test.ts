import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeDirectory } from '../../src/base/make-directory.js';

const root = mkdtempSync(join(tmpdir(), 'feedctl-directory-'));
afterAll(() => rmSync(root, { recursive: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('makeDirectory', () => {
  it('creates what is missing above it, each with the permissions', () => {
    makeDirectory(join(root, 'a', 'b', 'c'), 0o700);
    for (const path of ['a', 'a/b', 'a/b/c']) expect(modeOf(join(root, path)), path).toBe(0o700);
  });

  it('leaves a directory that is there as it is', () => {
    makeDirectory(join(root, 'kept'), 0o755);
    writeFileSync(join(root, 'kept', 'file'), '');
    makeDirectory(join(root, 'kept'), 0o700);
    expect(modeOf(join(root, 'kept'))).toBe(0o755);
    expect(readdirSync(join(root, 'kept'))).toEqual(['file']);
  });

  it('throws where a file stands in its place or above it', () => {
    writeFileSync(join(root, 'file'), '');
    expect(() => makeDirectory(join(root, 'file'))).toThrow('EEXIST');
    expect(() => makeDirectory(join(root, 'file', 'below'))).toThrow('ENOTDIR');
  });
});
