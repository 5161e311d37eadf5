import { access } from 'node:fs/promises';
import type { FetchHandler } from '../client/index.js';
import { exitCodeOfStatus } from './errors/exit-code-of.js';
import { CliError } from './frame.js';
import { databaseFile, dataDirectory } from './profiles/directories.js';
import { EMBEDDED, type EmbeddedProfile, type Profile } from './profiles/profile.js';
import type { ProfileStore } from './profiles/profile-store.js';

/** The service inside this process, and the owner's key to it. */
export interface EmbeddedService {
  fetch: FetchHandler;
  baseUrl: string;
  apiKey: string;
  apiSecret: string;
  /** Its database file; `nothing stored yet` while there is none. */
  location: string;
  /** True when nothing answers yet at the addresses of published feeds. */
  isUnserved(): Promise<boolean>;
  close(): Promise<void>;
}

interface Key {
  apiKey: string;
  apiSecret: string;
}

/** Only a name: the requests never reach a socket. */
const IN_PROCESS = 'http://127.0.0.1';

/**
 * Opens the service on the database in the user's data directory. A command that creates nothing
 * leaves a fresh machine as it is: it gets an empty service in memory.
 *
 * @throws {CliError} when the database cannot be used
 */
export async function openEmbedded({
  env,
  profiles,
  creates,
}: {
  env: NodeJS.ProcessEnv;
  profiles: ProfileStore;
  creates: boolean;
}): Promise<EmbeddedService> {
  const file = databaseFile(dataDirectory(env));
  const existed = await exists(file);
  const stored = existed || creates;
  const { openService } = await loadService();
  const service = await explained(() =>
    openService({ databasePath: stored ? file : ':memory:', env }),
  );
  try {
    const known = existed ? await storedKey(profiles, file) : undefined;
    const key = known ?? (await explained(() => service.issueOwnerKey(KEY_NAME)));
    if (stored && known === undefined) await storeKey(profiles, file, key);
    return {
      ...key,
      fetch: (request) => service.fetch(request),
      baseUrl: IN_PROCESS,
      location: stored ? file : 'nothing stored yet',
      isUnserved: () => service.noteNothingServes(),
      close: () => service.close(),
    };
  } catch (error) {
    await service.close();
    throw error;
  }
}

const KEY_NAME = 'feedctl command line';

/** The one way from the command line into the service; nothing else imports it. */
export async function loadService() {
  return import('../service/index.js');
}

interface Place {
  env: NodeJS.ProcessEnv;
  profiles: ProfileStore;
}

/** Makes a new owner key for the database, which is made if need be, and stores it. */
export async function issueKey({ env, profiles }: Place): Promise<Key & { file: string }> {
  const file = databaseFile(dataDirectory(env));
  const { openService } = await loadService();
  const service = await explained(() => openService({ databasePath: file, env }));
  try {
    const key = await explained(() => service.issueOwnerKey(KEY_NAME));
    await storeKey(profiles, file, key);
    return { ...key, file };
  } finally {
    await service.close();
  }
}

/** The stored owner key of the database in use; undefined before its first use. */
export async function storedEmbeddedKey({ env, profiles }: Place): Promise<Key | undefined> {
  return storedKey(profiles, databaseFile(dataDirectory(env)));
}

/** Makes the embedded service the profile in use, by choice: it is no longer announced. */
export async function chooseEmbedded(store: ProfileStore): Promise<void> {
  await store.change(({ profiles }) => {
    const chosen = { ...embeddedProfile(profiles[EMBEDDED]), chosen: true };
    return { current: EMBEDDED, profiles: { ...profiles, [EMBEDDED]: chosen } };
  });
}

/** Stores an owner key of a database in the embedded profile, which need not be the current one. */
async function storeKey(store: ProfileStore, file: string, key: Key): Promise<void> {
  const { apiKey, apiSecret } = key;
  await store.change(({ current, profiles }) => {
    const before = embeddedProfile(profiles[EMBEDDED]);
    const after = { ...before, keys: { ...before.keys, [file]: { apiKey, apiSecret } } };
    return { current, profiles: { ...profiles, [EMBEDDED]: after } };
  });
}

async function storedKey(store: ProfileStore, file: string): Promise<Key | undefined> {
  const { profiles } = await store.read();
  return embeddedProfile(profiles[EMBEDDED]).keys[file];
}

function embeddedProfile(profile: Profile | undefined): EmbeddedProfile {
  return profile?.kind === EMBEDDED ? profile : { kind: EMBEDDED, chosen: false, keys: {} };
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** A failure of the service before it can answer: its message and code, our exit code. */
export async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const { message, code, status } = error;
    // Before any request, a wrong field can only be a setting.
    const exitCode = code === 'INVALID_FIELD' ? 2 : exitCodeOfStatus(status);
    throw new CliError(message, { code, exitCode, cause: error });
  }
}

/** By its shape, because importing the class would load the service. */
function isServiceError(error: unknown): error is Error & { code: string; status: number } {
  if (!(error instanceof Error) || error.name !== 'ServiceError') return false;
  return 'code' in error && typeof error.code === 'string' && 'status' in error;
}
