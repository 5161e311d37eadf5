import { parseUrl } from '../../base/url.js';
import { CredentialsError, shellCommand, withScheme } from '../kit/index.js';
import {
  EMBEDDED,
  type Profile,
  type Profiles,
  profileNamed,
  type RemoteProfile,
} from './profile.js';

/** Everything that determines the credentials. */
export interface CredentialFacts {
  /** Value of `--profile`. */
  profile: string | undefined;
  /** Value of `--base-url`. */
  baseUrl: string | undefined;
  env: NodeJS.ProcessEnv;
  stored: Profiles;
}

/** Address, key and secret from one source as a set, or the embedded service. */
export type Credentials = RemoteCredentials | EmbeddedCredentials;

export interface RemoteCredentials {
  kind: 'remote';
  /** `environment`, or the name of the profile. */
  source: { kind: 'environment' } | { kind: 'profile'; name: string };
  baseUrl: string;
  apiKey: string;
  apiSecret: string;
  serviceVersion: string | null;
}

interface EmbeddedCredentials {
  kind: 'embedded';
  /** True if it was not selected explicitly: a note on standard error says that it is used. */
  implied: boolean;
}

const LOG_IN = 'feedctl auth login';

/**
 * Selects the credentials: `--profile`, then the three variables, then FEEDCTL_PROFILE, then the
 * current profile, then the embedded service unless the user has logged in or out.
 *
 * @throws {CredentialsError} when there are none, when they are incomplete, or when `--base-url`
 * would send a stored secret to another origin
 */
export function resolveCredentials(facts: CredentialFacts): Credentials {
  if (facts.profile !== undefined) return fromProfile(facts.profile, facts);
  const fromVariables = fromEnvironment(facts);
  if (fromVariables !== null) return fromVariables;
  const named = facts.env.FEEDCTL_PROFILE;
  if (named === '') throw emptyVariables(['FEEDCTL_PROFILE']);
  return fromProfile(named ?? facts.stored.current, facts);
}

/** The name of the profile whose settings apply; null when the environment names the service. */
export function profileInUse({
  profile,
  env,
  stored,
}: Pick<CredentialFacts, 'profile' | 'env' | 'stored'>): string | null {
  if (profile !== undefined) return profile;
  if (ACCOUNT_VARIABLES.some((name) => env[name] !== undefined)) return null;
  return env.FEEDCTL_PROFILE ?? stored.current;
}

const ACCOUNT_VARIABLES = ['FEEDCTL_BASE_URL', 'FEEDCTL_API_KEY', 'FEEDCTL_API_SECRET'];

function fromEnvironment({ env, baseUrl }: CredentialFacts): RemoteCredentials | null {
  const variables = {
    FEEDCTL_BASE_URL: env.FEEDCTL_BASE_URL,
    FEEDCTL_API_KEY: env.FEEDCTL_API_KEY,
    FEEDCTL_API_SECRET: env.FEEDCTL_API_SECRET,
  };
  const entries = Object.entries(variables);
  if (entries.every(([, value]) => value === undefined)) return null;
  const empty = entries.filter(([, value]) => value === '').map(([name]) => name);
  if (empty.length > 0) throw emptyVariables(empty);
  const typed = baseUrl ?? variables.FEEDCTL_BASE_URL;
  const address = typed && (withScheme(typed) ?? typed);
  const { FEEDCTL_API_KEY: apiKey, FEEDCTL_API_SECRET: apiSecret } = variables;
  if (address === undefined || apiKey === undefined || apiSecret === undefined) {
    const missing = entries.filter(([, value]) => value === undefined).map(([name]) => name);
    throw missingVariables(missing, entries.length - missing.length);
  }
  const source = { kind: 'environment' } as const;
  return { kind: 'remote', source, baseUrl: address, apiKey, apiSecret, serviceVersion: null };
}

function fromProfile(name: string | null, facts: CredentialFacts): Credentials {
  const { stored, baseUrl } = facts;
  if (name === null) throw loggedOut(stored);
  const profile = profileNamed(name, stored);
  // The embedded service needs no stored profile.
  if (profile === undefined && name !== EMBEDDED) throw unknownProfile(name, stored);
  if (profile?.kind === 'remote') return fromRemote(name, profile, facts);
  if (baseUrl !== undefined) throw foreignAddress(baseUrl, name, stored);
  return { kind: 'embedded', implied: profile?.chosen !== true && facts.profile === undefined };
}

function fromRemote(
  name: string,
  profile: RemoteProfile,
  { baseUrl, stored }: CredentialFacts,
): RemoteCredentials {
  if (baseUrl !== undefined && originOf(baseUrl) !== originOf(profile.baseUrl)) {
    throw foreignAddress(baseUrl, name, stored);
  }
  return {
    kind: 'remote',
    source: { kind: 'profile', name },
    baseUrl: baseUrl ?? profile.baseUrl,
    apiKey: profile.apiKey,
    apiSecret: profile.apiSecret,
    serviceVersion: profile.serviceVersion ?? null,
  };
}

function loggedOut({ profiles }: Profiles): CredentialsError {
  const names = Object.keys(profiles);
  return new CredentialsError('You are logged out.', {
    ...(names.length > 0 && { detail: `Profiles: ${names.join(', ')}` }),
    hint: wayBack(profiles),
  });
}

/** The command that selects a service again after a logout. */
export function wayBack(profiles: Profiles['profiles']): string {
  const [name] = Object.keys(profiles);
  return name === undefined ? LOG_IN : shellCommand(['feedctl', 'profiles', 'use', name]);
}

function unknownProfile(name: string, { profiles }: Profiles): CredentialsError {
  const names = Object.keys(profiles);
  return new CredentialsError(`There is no profile "${name}".`, {
    ...(names.length === 0 ? {} : { detail: `Profiles: ${names.join(', ')}` }),
    hint: `${LOG_IN} --profile ${name}`,
  });
}

function foreignAddress(baseUrl: string, name: string, stored: Profiles): CredentialsError {
  const other = Object.entries(stored.profiles).find(([, profile]) => leadsTo(profile, baseUrl));
  return new CredentialsError(`The credentials of profile "${name}" are not for ${baseUrl}.`, {
    detail: 'A stored secret is sent only to the service it was stored for.',
    hint:
      other === undefined
        ? `${LOG_IN} --base-url ${baseUrl} --profile NAME`
        : `Use --profile ${other[0]} instead of --base-url.`,
  });
}

function leadsTo(profile: Profile, baseUrl: string): boolean {
  return profile.kind === 'remote' && originOf(profile.baseUrl) === originOf(baseUrl);
}

function emptyVariables(names: readonly string[]): CredentialsError {
  const verb = names.length === 1 ? 'is' : 'are';
  return new CredentialsError(`${names.join(' and ')} ${verb} set but empty.`, {
    hint: `Set a value, or: unset ${names.join(' ')}`,
  });
}

function missingVariables(missing: readonly string[], set: number): CredentialsError {
  const verb = missing.length === 1 ? 'is' : 'are';
  return new CredentialsError(`${missing.join(' and ')} ${verb} not set.`, {
    detail: `Address, key and secret must be set together; only ${set} of 3 variables ${set === 1 ? 'is' : 'are'} set.`,
    hint: `export ${missing.map((name) => `${name}=…`).join(' ')}`,
  });
}

function originOf(address: string): string | null {
  return parseUrl(address)?.origin ?? null;
}

/** What to do when the key of these credentials no longer works. */
export function newKeyHint(used: Credentials): string {
  if (used.kind === EMBEDDED) return 'Create a new key: feedctl auth login --embedded';
  if (used.source.kind === 'profile') {
    return `Log in again: feedctl auth login --base-url ${used.baseUrl} --profile ${used.source.name}`;
  }
  return 'Check FEEDCTL_API_KEY and FEEDCTL_API_SECRET, and that they belong to FEEDCTL_BASE_URL.';
}
