import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { collect } from '../../base/collect.js';
import type { FeedClient } from '../../client/index.js';
import { connect } from '../connection/connection.js';
import type { Notes } from '../output/notes.js';
import { databasePlace } from '../profiles/database-place.js';
import { cacheDirectory, configDirectory } from '../profiles/directories.js';
import { ProfileStore } from '../profiles/profile-store.js';
import { type Credentials, resolveCredentials } from '../profiles/resolve-credentials.js';
import { StateFile } from '../state/state-file.js';

type Name = readonly [id: string, title: string];

/** Names of the feeds and bundles of an account. */
interface AccountNames {
  feeds: readonly Name[];
  bundles: readonly Name[];
}

interface Cached extends AccountNames {
  version: 1;
  /** Milliseconds since the epoch. */
  at: number;
}

const NONE: AccountNames = { feeds: [], bundles: [] };

/** Cached, because a request at every key press would be too slow. */
const LIFE_MS = 60_000;

/** Short, because the user is waiting at the prompt. */
const NAMES_TIMEOUT_MS = 2000;

/** Number of newest entries of each kind; a longer list is not useful. */
const MAX_NAMES = 500;

/**
 * The names of the account that a command line would use, at most a minute old. Never creates a
 * database and never prompts.
 */
export async function accountNames(
  env: NodeJS.ProcessEnv,
  options: ReadonlyMap<string, string>,
): Promise<AccountNames> {
  const profiles = new ProfileStore(configDirectory(env));
  const credentials = resolveCredentials({
    profile: options.get('profile'),
    baseUrl: options.get('baseUrl'),
    env,
    stored: await profiles.read(),
  });
  if (credentials.kind === 'embedded' && isMissing(env)) return NONE;
  const file = new StateFile(
    join(cacheDirectory(env), `${cacheKey(credentials, env)}.json`),
    isCached,
  );
  // Ignore a damaged cache.
  const cached = await file.read().catch(() => null);
  const age = Date.now() - (cached?.at ?? 0);
  if (cached !== null && age >= 0 && age < LIFE_MS) return cached;
  try {
    const names = await ask(credentials, env, profiles);
    await file.write({ version: 1, at: Date.now(), ...names }).catch(() => {});
    return names;
  } catch {
    return cached ?? NONE;
  }
}

/** The embedded service has no database yet. */
function isMissing(env: NodeJS.ProcessEnv): boolean {
  const { file } = databasePlace(env);
  return file !== null && !existsSync(file);
}

const say = async () => {};
const SILENT: Notes = { note: say, warn: say, allWell: say, hint: say, debug: () => {} };

async function ask(
  credentials: Credentials,
  env: NodeJS.ProcessEnv,
  profiles: ProfileStore,
): Promise<AccountNames> {
  const connection = await connect(credentials, {
    env,
    globals: { timeout: NAMES_TIMEOUT_MS, debug: false },
    notes: SILENT,
    profiles,
    signal: AbortSignal.timeout(NAMES_TIMEOUT_MS),
    creates: false,
  });
  try {
    return await readAccountNames(connection.client);
  } finally {
    await connection.close();
  }
}

async function readAccountNames(client: FeedClient): Promise<AccountNames> {
  const [feeds, bundles] = await Promise.all([
    collect(client.feeds({ limit: MAX_NAMES })),
    collect(client.bundles({ limit: MAX_NAMES })),
  ]);
  return {
    feeds: feeds.map(({ id, title }) => [id, title]),
    bundles: bundles.map(({ id, name }) => [id, name]),
  };
}

/** Each account has its own file; the file name does not reveal the key. */
function cacheKey(credentials: Credentials, env: NodeJS.ProcessEnv): string {
  const account =
    credentials.kind === 'remote'
      ? `${credentials.baseUrl}\n${credentials.apiKey}`
      : databasePlace(env).shown;
  // Loaded here, because without an account there is nothing to hash, and loading takes a
  // millisecond.
  const { hash } = process.getBuiltinModule('node:crypto');
  return `names-${hash('sha256', account, 'hex').slice(0, 24)}`;
}

function isCached(value: unknown): value is Cached {
  if (typeof value !== 'object' || value === null) return false;
  const { version, at, feeds, bundles } = value as Partial<Cached>;
  return version === 1 && typeof at === 'number' && isNames(feeds) && isNames(bundles);
}

function isNames(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((pair) => Array.isArray(pair) && pair.every((part) => typeof part === 'string'))
  );
}
