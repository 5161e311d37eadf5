/** Credentials of a remote service, under a name. */
export interface RemoteProfile {
  kind: 'remote';
  /** Without `/v1`. */
  baseUrl: string;
  apiKey: string;
  apiSecret: string;
  /** What the service last said in its `Feedctl-Version` header; null for a service not of ours. */
  serviceVersion?: string | null;
}

/** The service inside this program. Its keys belong to a database file, so they are kept by file. */
export interface EmbeddedProfile {
  kind: 'embedded';
  /** Chosen by `auth login --embedded`, not implied: nothing needs to be said about it any more. */
  chosen: boolean;
  /** Owner keys by the path of their database. */
  keys: Readonly<Record<string, { apiKey: string; apiSecret: string }>>;
}

export type Profile = RemoteProfile | EmbeddedProfile;

/** Everything in the configuration file. */
export interface Profiles {
  /** The profile in use; null after `auth logout`. */
  current: string | null;
  profiles: Readonly<Record<string, Profile>>;
}

/** Name of the one profile that is no remote service. */
export const EMBEDDED = 'embedded';

/** What there is before the first command: nothing, and nobody has logged out. */
export const NO_PROFILES: Profiles = { current: EMBEDDED, profiles: {} };
