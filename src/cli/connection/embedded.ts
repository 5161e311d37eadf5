import { existsSync } from 'node:fs';
import type { FeedClientOptions } from '../../client/index.js';
import { exitCodeOfStatus } from '../errors/describe.js';
import { CliError } from '../kit/index.js';
import { databasePlace } from '../profiles/database-place.js';
import { type OwnerKey, storedKey, storeKey } from '../profiles/embedded-keys.js';
import type { ProfileStore } from '../profiles/profile-store.js';

/** The service API; its types come with its one dynamic import. */
export type Service = Awaited<ReturnType<Awaited<ReturnType<typeof loadService>>['openService']>>;

/** Import and export, which the dashboard of a server offers. */
export type ServedFiles = NonNullable<
  Parameters<Awaited<ReturnType<typeof loadService>>['serve']>[0]['files']
>;

/** The embedded service. */
export interface EmbeddedService {
  /** The service itself, for operations that the public interface does not offer. */
  service: Service;
  /** Its HTTP interface, with the owner key: for raw requests. */
  http(): Promise<FeedClientOptions>;
  /** Location of the database, without secrets. */
  location: string;
  /** True when the database was just created. */
  isNew: boolean;
  /** True when the addresses of published feeds are not served yet. */
  isUnserved(): Promise<boolean>;
  close(): Promise<void>;
}

/** The logger of the service. */
export type ServiceLogger = Service['http']['logger'];

/** Where to find the database and its keys. */
export interface Place {
  env: NodeJS.ProcessEnv;
  profiles: ProfileStore;
}

interface EmbeddedOptions {
  creates: boolean;
  logger?: ServiceLogger | undefined;
  /** Reports progress while the database is updated to the schema of this release. */
  onMigration?: (progress: { text: string }) => void;
}

/** A placeholder host: requests never reach a socket. */
const IN_PROCESS = 'http://127.0.0.1';

const KEY_NAME = 'feedctl command line';

/** The only entry point from the command line into the service. */
export function loadService() {
  return import('../../service/app/index.js');
}

/**
 * Opens the service on the database of FEEDCTL_DATABASE_URL, or in the user's data directory. A
 * command that creates nothing gets an in-memory database when there is none, and writes no file.
 *
 * @throws {CliError} when the database cannot be used
 */
export async function openEmbedded(
  { env, profiles }: Place,
  { creates, logger, onMigration }: EmbeddedOptions,
): Promise<EmbeddedService> {
  const { location, shown } = databasePlace(env);
  const stored = creates || isStored(env);
  const { openService } = await loadService();
  const service = await explained(() =>
    openService({
      databasePath: stored ? location : ':memory:',
      env,
      ...(logger !== undefined && { logger }),
      ...(onMigration !== undefined && { onMigration }),
    }),
  );
  return {
    service,
    async http() {
      const key = stored ? await ownerKey(service, profiles, shown) : await issueKey(service);
      return { ...key, baseUrl: IN_PROCESS, fetch: (request) => service.fetch(request) };
    },
    location: shown,
    isNew: stored && service.ownerIsNew,
    isUnserved: () => isUnserved(service),
    close: () => service.close(),
  };
}

/** The owner key of the database of this machine: the stored one, or a new one. */
export async function embeddedKey({ env, profiles }: Place): Promise<OwnerKey> {
  const { location, shown } = databasePlace(env);
  const { openService } = await loadService();
  const service = await explained(() => openService({ databasePath: location, env }));
  try {
    return await ownerKey(service, profiles, shown);
  } finally {
    await service.close();
  }
}

/** Creates a new owner key, and the database if necessary, and stores the key. */
export async function renewKey({ env, profiles }: Place): Promise<{ database: string }> {
  const { location, shown } = databasePlace(env);
  const { openService } = await loadService();
  const service = await explained(() => openService({ databasePath: location, env }));
  try {
    await storeKey(profiles, shown, await issueKey(service));
    return { database: shown };
  } finally {
    await service.close();
  }
}

/** True when the addresses of published feeds are not served yet. */
function isUnserved({ http }: Service): Promise<boolean> {
  return http.deps.publicAddress.isUnserved();
}

interface KeyIssuer {
  /** True when this start created the owner account. */
  ownerIsNew: boolean;
  issueOwnerKey(name: string): Promise<OwnerKey>;
}

/** The stored owner key; a new key for a new database or when none is stored. */
export async function ownerKey(
  service: KeyIssuer,
  profiles: ProfileStore,
  database: string,
): Promise<OwnerKey> {
  // A re-created database does not know the key of the previous one.
  const known = service.ownerIsNew ? undefined : await storedKey(profiles, database);
  if (known !== undefined) return known;
  const key = await issueKey(service);
  await storeKey(profiles, database, key);
  return key;
}

function issueKey(service: KeyIssuer): Promise<OwnerKey> {
  return explained(() => service.issueOwnerKey(KEY_NAME));
}

/** True unless the database of this machine is a file that does not exist yet. */
export function isStored(env: NodeJS.ProcessEnv): boolean {
  const { file } = databasePlace(env);
  return file === null || existsSync(file);
}

/** Turns a start-up failure of the service into an error with its message, its code and an exit code. */
export async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const { message, code, status } = error;
    // Before any request, an invalid field can only be a setting.
    const exitCode = code === 'INVALID_FIELD' ? 2 : exitCodeOfStatus(status);
    throw new CliError(message, { code, exitCode, cause: error });
  }
}

/** Checked by name, because importing the class would load the service. */
function isServiceError(error: unknown): error is Error & { code: string; status: number } {
  return error instanceof Error && /^(?:Service|Source)Error$/.test(error.name);
}
