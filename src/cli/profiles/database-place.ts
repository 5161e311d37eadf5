import { resolve } from 'node:path';
import { type DatabaseLocation, parseDatabaseLocation } from '../../contract/database-location.js';
import { shellCommand, UsageError } from '../kit/index.js';
import { databaseFile, dataDirectory } from './directories.js';

/** What SQLite understands as a database in memory; as a path it would be a file of that name. */
const IN_MEMORY = ':memory:';

/** Where the database of the embedded service is. */
export interface DatabasePlace {
  /** What the service opens. May hold a password: never to be shown. */
  location: string;
  /** The same for people, and for telling databases apart: without secrets. */
  shown: string;
  /** A SQLite file, which need not be there yet; null for a PostgreSQL server. */
  file: string | null;
}

/**
 * The database that was named, else that of FEEDCTL_DATABASE_URL, else the file in the data directory.
 *
 * @param named as after `flag`: a file, `sqlite:FILE`, `postgres://…`, or `env:NAME` for what stands
 * in a variable
 * @throws {UsageError} for a password in what was typed - everybody on the machine sees arguments -
 * for a variable that is not set, and for a database in memory
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
  const location = parsed(named, flag);
  if (location.kind !== 'postgres' || !location.holdsPassword) return named;
  throw new UsageError(`The address after ${flag} has a password in it, for everybody to see.`, {
    hint: `Leave it out and set PGPASSWORD or ~/.pgpass, or put the address in a variable: ${flag} env:FEEDCTL_DATABASE_URL`,
  });
}

function fromVariable(env: NodeJS.ProcessEnv, name: string, flag: string): string {
  const value = env[name];
  if (value !== undefined && value !== '') return value;
  throw new UsageError(`The environment variable ${name} is not set, and ${flag} refers to it.`, {
    hint: shellCommand(['export', `${name}=postgres://user@host/database`]),
  });
}

function place(text: string, source: string): DatabasePlace {
  const location = parsed(text, source);
  if (location.kind === 'postgres') return { location: text, shown: location.shown, file: null };
  if (location.path === IN_MEMORY) throw inMemory(source);
  const file = resolve(location.path);
  return { location: file, shown: file, file };
}

function parsed(text: string, source: string): DatabaseLocation {
  const location = parseDatabaseLocation(text);
  // The text may hold a password: it is not repeated.
  if (location === null) throw noDatabase(source);
  return location;
}

function inMemory(source: string): UsageError {
  return new UsageError(
    `${source} names a database in memory, which would be lost with the process: every command would begin with an empty one.`,
    {
      hint: 'Name a file, such as sqlite:/var/lib/feedctl/feedctl.db; for a try: "$(mktemp -d)/feedctl.db"',
    },
  );
}

function noDatabase(source: string): UsageError {
  return new UsageError(`${source} names no database.`, {
    hint: 'A database is a file, such as sqlite:/var/lib/feedctl/feedctl.db, or a PostgreSQL server, such as postgres://feedctl@db.example.com/feedctl; characters such as @ or / in a password are written %40, %2F.',
  });
}
