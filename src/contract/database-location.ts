import { isUrl } from '../base/url.js';

/** The location of a database: a SQLite file (or `:memory:`), or a PostgreSQL server. */
export type DatabaseLocation =
  | { kind: 'sqlite'; path: string }
  | {
      kind: 'postgres';
      /** May contain secrets: never show it. */
      url: string;
      /** The address without password and parameters. */
      shown: string;
      /** True if the address contains a password, as user information or as a parameter. */
      holdsPassword: boolean;
    };

const POSTGRES = /^postgres(?:ql)?:\/\//i;
const SQLITE = /^sqlite:(?:\/\/(?=\/)|(?!\/\/))/i;

/**
 * Addresses that are no file: `postgres:/db.example` lacks a slash, and would create a directory.
 */
const OTHER_SCHEME = /^(?:postgres(?:ql)?:|[a-z][a-z\d+.-]+:\/\/)/i;

/**
 * Parses a path, `:memory:`, `sqlite:PATH`, `postgres://…` or `postgresql://…`.
 * @returns null for anything else; do not repeat the text in messages, because it may contain a
 * password
 */
export function parseDatabaseLocation(text: string): DatabaseLocation | null {
  if (POSTGRES.test(text)) return postgres(text);
  const path = text.replace(SQLITE, '');
  return path === '' || OTHER_SCHEME.test(path) ? null : { kind: 'sqlite', path };
}

function postgres(url: string): DatabaseLocation | null {
  const addresses = hostsOf(url);
  if (!addresses.every((address) => isUrl(address))) return null;
  const [first, ...others] = addresses.map((address) => new URL(address));
  if (first === undefined) return null;
  const { username, password, pathname, searchParams } = first;
  const user = username === '' ? '' : `${username}@`;
  const hosts = [first, ...others].map(({ host }) => host).join();
  return {
    kind: 'postgres',
    url,
    shown: `postgres://${user}${hosts}${pathname}`,
    holdsPassword: password !== '' || searchParams.has('password'),
  };
}

const AUTHORITY = /^(postgres:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;

/**
 * The address of each host of a PostgreSQL address: `postgres://u@a:1,b:2/db` has two. Parsed with a
 * scheme that requires a host, so that `postgres:///db?host=/run` is one, too.
 */
export function hostsOf(url: string): string[] {
  const address = url.replace(POSTGRES, 'postgres://');
  const [, start, hosts = '', end] = AUTHORITY.exec(address) ?? [];
  return start === undefined ? [address] : hosts.split(',').map((host) => `${start}${host}${end}`);
}
