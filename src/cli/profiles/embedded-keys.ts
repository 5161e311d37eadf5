import { own } from '../../base/own.js';
import { databasePlace } from './database-place.js';
import { EMBEDDED, type EmbeddedProfile, type Profile } from './profile.js';
import type { ProfileStore } from './profile-store.js';
import type { Credentials } from './resolve-credentials.js';

/** A key of the owner account and its secret. */
export interface OwnerKey {
  apiKey: string;
  apiSecret: string;
}

/** The stored owner key of a database; undefined when there is none. */
export async function storedKey(
  store: ProfileStore,
  database: string,
): Promise<OwnerKey | undefined> {
  const { profiles } = await store.read();
  const { keys } = embeddedProfile(profiles[EMBEDDED]);
  return own(keys, database);
}

/** The key of these credentials; undefined when the embedded service has none yet. */
export async function keyInUse(
  used: Credentials,
  { env, profiles }: { env: NodeJS.ProcessEnv; profiles: ProfileStore },
): Promise<OwnerKey | undefined> {
  return used.kind === 'remote' ? used : storedKey(profiles, databasePlace(env).shown);
}

/** Stores an owner key in the embedded profile, which need not be the current one. */
export async function storeKey(
  store: ProfileStore,
  database: string,
  key: OwnerKey,
): Promise<void> {
  const { apiKey, apiSecret } = key;
  await store.change(({ current, profiles }) => {
    const before = embeddedProfile(profiles[EMBEDDED]);
    const after = { ...before, keys: { ...before.keys, [database]: { apiKey, apiSecret } } };
    return { current, profiles: { ...profiles, [EMBEDDED]: after } };
  });
}

/** Selects the embedded service explicitly, which also hides its notice. */
export async function chooseEmbedded(store: ProfileStore): Promise<void> {
  await store.change(({ profiles }) => {
    const chosen = { ...embeddedProfile(profiles[EMBEDDED]), chosen: true };
    return { current: EMBEDDED, profiles: { ...profiles, [EMBEDDED]: chosen } };
  });
}

/** The profile of the embedded service, which exists without being stored. */
export function embeddedProfile(profile: Profile | undefined): EmbeddedProfile {
  return profile?.kind === EMBEDDED ? profile : { kind: EMBEDDED, chosen: false, keys: {} };
}
