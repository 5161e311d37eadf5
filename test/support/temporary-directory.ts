import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A directory of its own for one test, gone after it. */
export function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'feedctl-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
