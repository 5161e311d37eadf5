import { own } from '../../base/own.js';
import type { Format } from '../kit/index.js';

/** Options that a person sets once for all commands. */
export interface Defaults {
  /** Default of `--output`. */
  output?: Format;
  /** Default of `--region` of a keyword or a headline. */
  region?: string;
  /** Preferred columns of tables; a table uses those that it has. */
  columns?: readonly string[];
}

interface AnyProfile {
  /** What the user set with `profiles set`. */
  defaults?: Defaults;
}

/** A named set of credentials of a remote service. */
export interface RemoteProfile extends AnyProfile {
  kind: 'remote';
  /** Address of the service, without `/v1`. */
  baseUrl: string;
  apiKey: string;
  apiSecret: string;
  /** The last `Feedctl-Version` header of the service; null for a service that is not feedctl. */
  serviceVersion?: string | null;
}

/** The embedded service. Keys belong to a database, so they are stored per database. */
export interface EmbeddedProfile extends AnyProfile {
  kind: 'embedded';
  /** Selected with `auth login --embedded` instead of implied: hides the notice. */
  chosen: boolean;
  /** Owner keys by database location. */
  keys: Readonly<Record<string, { apiKey: string; apiSecret: string }>>;
}

export type Profile = RemoteProfile | EmbeddedProfile;

/** Content of the configuration file. */
export interface Profiles {
  /** The profile in use; null after `auth logout`. */
  current: string | null;
  profiles: Readonly<Record<string, Profile>>;
}

/** Name of the only profile that is not a remote service. */
export const EMBEDDED = 'embedded';

/** State before the first command: no profiles, not logged out. */
export const NO_PROFILES: Profiles = { current: EMBEDDED, profiles: {} };

/** The profile of that name; undefined when there is none. */
export function profileNamed(name: string | null, { profiles }: Profiles): Profile | undefined {
  return name === null ? undefined : own(profiles, name);
}

/** The profiles without one of them; if it was in use, none is. */
export function withoutProfile({ current, profiles }: Profiles, name: string): Profiles {
  const { [name]: _gone, ...rest } = profiles;
  return { current: current === name ? null : current, profiles: rest };
}
