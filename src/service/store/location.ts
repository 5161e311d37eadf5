import { type DatabaseLocation, parseDatabaseLocation } from '../../contract/database-location.js';
import { ServiceError } from '../core/errors.js';

/** @throws ServiceError INVALID_FIELD for an address that is no location of a database. */
export function parseLocation(text: string): DatabaseLocation {
  const location = parseDatabaseLocation(text);
  if (location !== null) return location;
  // The text may hold a password: it is not repeated.
  throw new ServiceError(
    'INVALID_FIELD',
    'A database is a file, such as sqlite:/var/lib/feedctl/feedctl.db, or a PostgreSQL server, such as postgres://feedctl@db.example.com:5432/feedctl; characters such as @ or / in a password are written %40, %2F.',
  );
}

/** How a location is shown to people: without password, and without parameters. */
export function shownLocation(text: string): string {
  const location = parseLocation(text);
  return location.kind === 'postgres' ? location.shown : location.path;
}
