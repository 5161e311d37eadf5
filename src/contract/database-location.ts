import { isUrl } from '../base/url.js';

/** The location of a database: a SQLite file (or `:memory:`), or a PostgreSQL server. */
export type DatabaseLocation =
  | { kind: 'sqlite'; path: string }
  | {
      kind: 'postgres';
      /** May contain secrets: never show it. */
      url: string;
      /** Without password and parameters. */
      shown: string;
      /** The address contains a password, as user information or as a parameter. */
      holdsPassword: boolean;
    };

const POSTGRES = /^postgres(?:ql)?:\/\//i;
const SQLITE = /^sqlite:(?:\/\/(?=\/)|(?!\/\/))/i;

/**
 * Parses a path, `:memory:`, `sqlite:PATH`, `postgres://…` or `postgresql://…`.
 * @returns null for anything else; do not repeat the text in messages, because it may contain a
 * password
 */
export function parseDatabaseLocation(text: string): DatabaseLocation | null {
  if (POSTGRES.test(text)) return postgres(text);
  const path = text.replace(SQLITE, '');
  return path === '' || /^[a-z][a-z\d+.-]+:\/\//i.test(path) ? null : { kind: 'sqlite', path };
}

function postgres(url: string): DatabaseLocation | null {
  // Parsed with a scheme that requires a host, so that `postgres:///db?host=/run` parses too.
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
