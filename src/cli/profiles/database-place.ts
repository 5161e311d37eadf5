import { resolve } from 'node:path';
import { type DatabaseLocation, parseDatabaseLocation } from '../../contract/database-location.js';
import { shellCommand, UsageError } from '../kit/index.js';
import { databaseFile, dataDirectory } from './directories.js';

/** SQLite's name of an in-memory database; as a path it would be a file of that name. */
const IN_MEMORY = ':memory:';

/** Location of the embedded service's database. */
interface DatabasePlace {
  /** What the service opens. May contain a password: never print it. */
  location: string;
  /** The location without secrets, for messages and to distinguish databases. */
  shown: string;
  /** The SQLite file, which may not exist yet; null for a PostgreSQL server. */
  file: string | null;
}

/**
 * Resolves the named database, otherwise FEEDCTL_DATABASE_URL, otherwise the file in the data directory.
 *
 * @param named the value of `flag`: a file, `sqlite:FILE`, `postgres://…`, or `env:NAME` for the
 * value of a variable
 * @throws {UsageError} for a password on the command line, where other users can see it,
 * for a variable that is not set, and for an in-memory database
 */
export function databasePlace(
  env: NodeJS.ProcessEnv,
  named?: string,
  flag = '--database',
): DatabasePlace {
  if (named !== undefined) return place(typed(env, named, flag), flag);
  const fromEnv = env.FEEDCTL_DATABASE_URL;
  if (fromEnv) return place(fromEnv, 'FEEDCTL_DATABASE_URL');
  const file = databaseFile(dataDirectory(env));
  return { location: file, shown: file, file };
}

function typed(env: NodeJS.ProcessEnv, named: string, flag: string): string {
  const variable = /^env:(\w+)$/.exec(named)?.[1];
  if (variable !== undefined) return fromVariable(env, variable, flag);
  const location = parsedPlace(named, flag);
  if (location.kind !== 'postgres' || !location.holdsPassword) return named;
  throw new UsageError(
    `The value of ${flag} contains a password, which other users of this machine can see.`,
    {
      hint: `Leave it out and set PGPASSWORD or ~/.pgpass, or put the address in a variable: ${flag} env:FEEDCTL_DATABASE_URL`,
    },
  );
}

function fromVariable(env: NodeJS.ProcessEnv, name: string, flag: string): string {
  const value = env[name];
  if (value !== undefined && value !== '') return value;
  throw new UsageError(`The environment variable ${name} is not set, and ${flag} refers to it.`, {
    hint: shellCommand(['export', `${name}=postgres://user@host/database`]),
  });
}

function place(text: string, source: string): DatabasePlace {
  const location = parsedPlace(text, source);
  if (location.kind === 'postgres') return { location: text, shown: location.shown, file: null };
  if (location.path === IN_MEMORY) throw inMemory(source);
  const file = resolve(location.path);
  return { location: file, shown: file, file };
}

function parsedPlace(text: string, source: string): DatabaseLocation {
  const location = parseDatabaseLocation(text);
  // The text may contain a password, so it is not printed.
  if (location === null) throw noDatabase(source, text);
  return location;
}

function inMemory(source: string): UsageError {
  return new UsageError(
    `${source} is an in-memory database, which every command would start empty.`,
    {
      hint: 'Use a file, such as sqlite:/var/lib/feedctl/feedctl.db; to try it out: "$(mktemp -d)/feedctl.db"',
    },
  );
}

/** Schemes of databases of other programs; their names contain no secret. */
const OTHERS = /^(mysql|mariadb|mongodb|redis|mssql|sqlserver|oracle|cockroachdb)(?:\+\w+)?:/i;

function noDatabase(source: string, text: string): UsageError {
  const other = OTHERS.exec(text)?.[1]?.toLowerCase();
  if (other !== undefined) {
    return new UsageError(
      `${other} is not supported. ${source} takes a file or postgres://user@host/database`,
    );
  }
  return new UsageError(`${source} is not a database.`, {
    hint: 'A database is a file, such as sqlite:/var/lib/feedctl/feedctl.db, or a PostgreSQL server, such as postgres://feedctl@db.example.com/feedctl; characters such as @ or / in a password are written %40, %2F.',
  });
}
