import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import LibsqlDatabase from 'libsql';

/**
 * Writes over the middle of a database file, as a broken disk does.
 * @param bytes of every three pages
 */
export function damage(path: string, bytes = 2048): void {
  const database = new LibsqlDatabase(path);
  database.pragma('wal_checkpoint(truncate)');
  database.close();
  const file = openSync(path, 'r+');
  const { size } = statSync(path);
  for (let place = 4096 * 4; place < size; place += 4096 * 3) {
    writeSync(file, Buffer.alloc(bytes, 0xa5), 0, bytes, place);
  }
  closeSync(file);
}
