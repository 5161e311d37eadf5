import { existsSync } from 'node:fs';
import { parseLocation } from '../store/location.js';
import { type Checked, checkStore } from './check.js';
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
  if (place.kind === 'sqlite' && !existsSync(place.path)) {
    throw new MovingError('DATABASE_MISSING', `There is no database at ${place.path}.`);
  }
  return withStore(location, {}, (store) => checkStore(store, options));
}
