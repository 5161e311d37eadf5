import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeSync } from 'node:fs';

const PAGE_BYTES = 4096;

/**
 * Creates the file of a new database at one instant, complete, as an empty database. So a file of 0
 * bytes never is a first start that was interrupted: it has lost its data. Does nothing where the
 * file system has no links, or when another process was faster.
 * @throws the error of the system, such as EACCES or ENOSPC
 */
export function createDatabaseFile(path: string, mode: number): void {
  const part = `${path}.${process.pid}.part`;
  try {
    writeFile(part, emptyDatabase(), mode);
    linkIfPossible(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}

function writeFile(path: string, content: Uint8Array, mode: number): void {
  const file = openSync(path, 'w', mode);
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function linkIfPossible(part: string, path: string): void {
  try {
    linkSync(part, path);
  } catch {
    // The next step opens the file, and creates it where it is still missing.
  }
}

/** What SQLite writes for `pragma journal_mode = wal` (https://www.sqlite.org/fileformat2.html). */
function emptyDatabase(): Uint8Array {
  const page = Buffer.alloc(PAGE_BYTES);
  page.write('SQLite format 3\0');
  page.writeUInt16BE(PAGE_BYTES, 16);
  // Read and written with a write-ahead log.
  page.set([2, 2], 18);
  // The shares of a page that an index and a table may use; they are fixed.
  page.set([64, 32, 32], 21);
  // The number of the first change, the length in pages, and the change for which that is valid.
  page.writeUInt32BE(1, 24);
  page.writeUInt32BE(1, 28);
  page.writeUInt32BE(1, 92);
  // The list of tables: a leaf without cells, whose free space ends with the page.
  page.writeUInt8(13, 100);
  page.writeUInt16BE(PAGE_BYTES, 105);
  return page;
}
