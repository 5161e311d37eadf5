import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** A directory of its own for one test, gone after it. */
export function temporaryDirectory(): string {
  const { path, remove } = newDirectory();
  onTestFinished(remove);
  return path;
}

/** The same for a whole file of tests, or part of one. */
export function fileDirectory(): string {
  const { path, remove } = newDirectory();
  afterAll(remove);
  return path;
}

function newDirectory() {
  const path = mkdtempSync(join(tmpdir(), 'feedctl-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
