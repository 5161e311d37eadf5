import { statSync } from 'node:fs';
import { parseLocation } from '../store/location.js';
import { type Checked, checkStore, fileDamage } from './check.js';
import { MovingError } from './moving-error.js';
import { withStore } from './with-store.js';

/**
 * Opens a database and looks for everything that should not be.
 * @throws MovingError DATABASE_MISSING
 * @throws ServiceError STORE_UNAVAILABLE
 */
export async function checkDatabase(
  location: string,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<Checked> {
  const place = parseLocation(location);
  if (place.kind === 'sqlite') {
    const file = statSync(place.path, { throwIfNoEntry: false });
    if (file === undefined) {
      throw new MovingError('DATABASE_MISSING', `There is no database at ${place.path}.`);
    }
    // Opening would make a new database of it, which is sound; and delete the log beside it.
    if (file.size === 0) {
      const findings = [fileDamage('The database file is empty (0 bytes): all of it is lost.')];
      return { database: place.path, checks: 1, findings };
    }
  }
  return withStore(location, {}, (store) => checkStore(store, options));
}
