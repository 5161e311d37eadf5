import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';

const OWNER_ONLY = 0o600;

/**
 * Whether the file is unchanged since feedctl closed it. It is compared with what was remembered
 * beside it; a file with a log is still open, or its last process died.
 */
export function isAsLeft(path: string): boolean {
  if (existsSync(`${path}-wal`)) return false;
  const state = stateOf(path);
  return state !== undefined && state === remembered(path);
}

/**
 * Remembers the file as it is now, after its last change. A process that cannot write beside it
 * finds it changed, which costs time and nothing else.
 */
export function rememberAsLeft(path: string): void {
  const state = stateOf(path);
  if (state === undefined || state === remembered(path)) return;
  try {
    writeFileSync(memoryOf(path), state, { mode: OWNER_ONLY });
  } catch {
    // As documented.
  }
}

function memoryOf(path: string): string {
  return `${path}-left`;
}

/** Which file it is, its length, and when it was written last. */
function stateOf(path: string): string | undefined {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  return file && `${file.dev} ${file.ino} ${file.size} ${file.mtimeNs}\n`;
}

function remembered(path: string): string | undefined {
  try {
    return readFileSync(memoryOf(path), 'utf8');
  } catch {
    return undefined;
  }
}
