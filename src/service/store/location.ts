import { ServiceError } from '../errors.js';

/** Where a database is: a SQLite file (or `:memory:`), or a PostgreSQL server. */
export type Location =
  | { kind: 'sqlite'; path: string }
  | {
      kind: 'postgres';
      /** With whatever secrets are in it: never to be shown. */
      url: string;
      /** Without them. */
      shown: string;
    };

const POSTGRES = /^postgres(?:ql)?:\/\//i;
const SQLITE = /^sqlite:(?:\/\/(?=\/)|(?!\/\/))/i;

/**
 * What an operator named: a path, `:memory:`, `sqlite:PATH`, `postgres://…` or `postgresql://…`.
 * @throws ServiceError INVALID_FIELD for an address that is none of these.
 */
export function parseLocation(text: string): Location {
  if (POSTGRES.test(text)) return { kind: 'postgres', url: text, shown: shownUrl(text) };
  const path = text.replace(SQLITE, '');
  if (path !== '' && !/^[a-z][a-z\d+.-]+:\/\//i.test(path)) return { kind: 'sqlite', path };
  throw new ServiceError(
    'INVALID_FIELD',
    'A database is a file, such as sqlite:/var/lib/feedctl/feedctl.db, or a PostgreSQL server, such as postgres://feedctl@db.example.com/feedctl.',
  );
}

/** How a location is shown to people: without password, and without parameters. */
export function shownLocation(text: string): string {
  const location = parseLocation(text);
  return location.kind === 'postgres' ? location.shown : location.path;
}

function shownUrl(text: string): string {
  const url = parsedUrl(text);
  const user = url.username === '' ? '' : `${url.username}@`;
  return `postgres://${user}${url.host}${url.pathname}`;
}

/** Under a scheme that is known to have a host, so that `postgres:///db?host=/run` parses alike. */
function parsedUrl(text: string): URL {
  try {
    return new URL(text.replace(POSTGRES, 'postgres://'));
  } catch {
    // The text may hold a password: it is not repeated.
    throw new ServiceError(
      'INVALID_FIELD',
      'The address of the PostgreSQL database is not a valid URL. It looks like postgres://user@host:5432/database; characters such as @ or / in a password are written %40, %2F.',
    );
  }
}
