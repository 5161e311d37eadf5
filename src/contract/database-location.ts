import { isUrl } from '../base/url.js';

/** Where a database is: a SQLite file (or `:memory:`), or a PostgreSQL server. */
export type DatabaseLocation =
  | { kind: 'sqlite'; path: string }
  | {
      kind: 'postgres';
      /** With whatever secrets are in it: never to be shown. */
      url: string;
      /** Without password and parameters. */
      shown: string;
      /** A password stands in the address, as user information or as a parameter. */
      holdsPassword: boolean;
    };

const POSTGRES = /^postgres(?:ql)?:\/\//i;
const SQLITE = /^sqlite:(?:\/\/(?=\/)|(?!\/\/))/i;

/**
 * What an operator named: a path, `:memory:`, `sqlite:PATH`, `postgres://…` or `postgresql://…`.
 * @returns null for anything else; what it says must not be repeated: it may hold a password.
 */
export function parseDatabaseLocation(text: string): DatabaseLocation | null {
  if (POSTGRES.test(text)) return postgres(text);
  const path = text.replace(SQLITE, '');
  return path === '' || /^[a-z][a-z\d+.-]+:\/\//i.test(path) ? null : { kind: 'sqlite', path };
}

function postgres(url: string): DatabaseLocation | null {
  // Under a scheme that is known to have a host, so that `postgres:///db?host=/run` parses alike.
  const address = url.replace(POSTGRES, 'postgres://');
  if (!isUrl(address)) return null;
  const { username, password, host, pathname, searchParams } = new URL(address);
  const user = username === '' ? '' : `${username}@`;
  return {
    kind: 'postgres',
    url,
    shown: `postgres://${user}${host}${pathname}`,
    holdsPassword: password !== '' || searchParams.has('password'),
  };
}
