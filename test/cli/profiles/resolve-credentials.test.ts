import { describe, expect, it } from 'vitest';
import { CredentialsError } from '../../../src/cli/kit/errors.js';
import { NO_PROFILES, type Profiles } from '../../../src/cli/profiles/profile.js';
import {
  type CredentialFacts,
  resolveCredentials,
} from '../../../src/cli/profiles/resolve-credentials.js';

const WORK = {
  kind: 'remote',
  baseUrl: 'https://work.example',
  apiKey: 'c_work',
  apiSecret: 's_work',
} as const;
const HOME = { ...WORK, baseUrl: 'https://home.example', apiKey: 'c_home' } as const;
const EMBEDDED = { kind: 'embedded', chosen: false, keys: {} } as const;
const ENV = {
  FEEDCTL_BASE_URL: 'https://env.example',
  FEEDCTL_API_KEY: 'c_env',
  FEEDCTL_API_SECRET: 's_env',
};
const STORED: Profiles = { current: 'work', profiles: { work: WORK, home: HOME } };

function facts(given: Partial<CredentialFacts>): CredentialFacts {
  return { profile: undefined, baseUrl: undefined, env: {}, stored: NO_PROFILES, ...given };
}

/** What a person would call the result: address and key, or the embedded service. */
function resolved(given: Partial<CredentialFacts>): string {
  const found = resolveCredentials(facts(given));
  if (found.kind === 'embedded') return found.implied ? 'embedded, implied' : 'embedded';
  return `${found.baseUrl} ${found.apiKey}`;
}

describe('whose credentials are used', () => {
  it.each<[string, Partial<CredentialFacts>, string]>([
    ['a fresh machine', {}, 'embedded, implied'],
    [
      'made at first use',
      { stored: { current: 'embedded', profiles: { embedded: EMBEDDED } } },
      'embedded, implied',
    ],
    [
      'selected with auth login --embedded',
      { stored: { current: 'embedded', profiles: { embedded: { ...EMBEDDED, chosen: true } } } },
      'embedded',
    ],
    ['--profile embedded on a fresh machine', { profile: 'embedded' }, 'embedded'],
    ['--profile embedded beside others', { stored: STORED, profile: 'embedded' }, 'embedded'],
    ['the current profile', { stored: STORED }, 'https://work.example c_work'],
    ['another profile', { stored: STORED, profile: 'home' }, 'https://home.example c_home'],
    ['the environment', { stored: STORED, env: ENV }, 'https://env.example c_env'],
    [
      '--profile before the environment',
      { stored: STORED, env: ENV, profile: 'work' },
      'https://work.example c_work',
    ],
    [
      'FEEDCTL_PROFILE',
      { stored: STORED, env: { FEEDCTL_PROFILE: 'home' } },
      'https://home.example c_home',
    ],
    [
      '--profile before FEEDCTL_PROFILE',
      { stored: STORED, profile: 'work', env: { FEEDCTL_PROFILE: 'home' } },
      'https://work.example c_work',
    ],
    [
      'the variables before FEEDCTL_PROFILE',
      { stored: STORED, env: { ...ENV, FEEDCTL_PROFILE: 'home' } },
      'https://env.example c_env',
    ],
    [
      '--base-url of the same origin',
      { stored: STORED, baseUrl: 'https://work.example/api' },
      'https://work.example/api c_work',
    ],
    [
      '--base-url with key and secret from the environment',
      {
        env: { FEEDCTL_API_KEY: 'c_env', FEEDCTL_API_SECRET: 's_env' },
        baseUrl: 'https://flag.example',
      },
      'https://flag.example c_env',
    ],
    [
      '--base-url before FEEDCTL_BASE_URL',
      { env: ENV, baseUrl: 'https://flag.example' },
      'https://flag.example c_env',
    ],
  ])('%s', (_, given, expected) => {
    expect(resolved(given)).toBe(expected);
  });
});

describe('no credentials', () => {
  it.each<[string, Partial<CredentialFacts>, string, string]>([
    [
      'key and secret missing',
      { env: { FEEDCTL_BASE_URL: 'https://a.example' } },
      'FEEDCTL_API_KEY and FEEDCTL_API_SECRET are not set.',
      'export FEEDCTL_API_KEY=… FEEDCTL_API_SECRET=…',
    ],
    [
      'secret missing',
      { env: { ...ENV, FEEDCTL_API_SECRET: undefined } },
      'FEEDCTL_API_SECRET is not set.',
      'export FEEDCTL_API_SECRET=…',
    ],
    [
      'address missing',
      { env: { ...ENV, FEEDCTL_BASE_URL: undefined } },
      'FEEDCTL_BASE_URL is not set.',
      'export FEEDCTL_BASE_URL=…',
    ],
    [
      'secret empty',
      { env: { ...ENV, FEEDCTL_API_SECRET: '' } },
      'FEEDCTL_API_SECRET is set but empty.',
      'unset FEEDCTL_API_SECRET',
    ],
    [
      'all empty',
      { env: { FEEDCTL_BASE_URL: '', FEEDCTL_API_KEY: '', FEEDCTL_API_SECRET: '' } },
      'FEEDCTL_BASE_URL and FEEDCTL_API_KEY and FEEDCTL_API_SECRET are set but empty.',
      'unset FEEDCTL_BASE_URL FEEDCTL_API_KEY FEEDCTL_API_SECRET',
    ],
    [
      'partial although a profile is stored',
      { stored: STORED, env: { FEEDCTL_API_KEY: 'c_env' } },
      'FEEDCTL_BASE_URL and FEEDCTL_API_SECRET are not set.',
      'export',
    ],
    [
      'FEEDCTL_PROFILE empty',
      { stored: STORED, env: { FEEDCTL_PROFILE: '' } },
      'FEEDCTL_PROFILE is set but empty.',
      'unset FEEDCTL_PROFILE',
    ],
    [
      'logged out',
      { stored: { current: null, profiles: {} } },
      'You are logged out.',
      'feedctl auth login',
    ],
    [
      'logged out, the embedded profile still there',
      { stored: { current: null, profiles: { embedded: EMBEDDED } } },
      'You are logged out.',
      'feedctl profiles use embedded',
    ],
    [
      'unknown profile',
      { stored: STORED, profile: 'nope' },
      'There is no profile "nope".',
      'feedctl auth login --profile nope',
    ],
    [
      'a name from Object.prototype',
      { stored: STORED, profile: 'constructor' },
      'There is no profile "constructor".',
      '',
    ],
    [
      '--base-url of another origin',
      { stored: STORED, baseUrl: 'https://evil.example' },
      'The credentials of profile "work" are not for https://evil.example.',
      'feedctl auth login --base-url https://evil.example --profile NAME',
    ],
    [
      '--base-url on another port',
      { stored: STORED, baseUrl: 'https://work.example:8443' },
      'are not for https://work.example:8443.',
      '',
    ],
    [
      '--base-url over http',
      { stored: STORED, baseUrl: 'http://work.example' },
      'are not for http://work.example.',
      '',
    ],
    [
      '--base-url of another profile',
      { stored: STORED, baseUrl: 'https://home.example' },
      'are not for https://home.example.',
      'Use --profile home instead',
    ],
    [
      '--base-url with the embedded service',
      { baseUrl: 'https://a.example' },
      'The credentials of profile "embedded" are not for https://a.example.',
      'feedctl auth login --base-url https://a.example',
    ],
    [
      '--base-url that is no address',
      { stored: STORED, baseUrl: 'nonsense' },
      'are not for nonsense.',
      '',
    ],
  ])('%s', (_, given, message, hint) => {
    const error = thrown(() => resolveCredentials(facts(given)));
    expect(error).toBeInstanceOf(CredentialsError);
    expect(error).toMatchObject({ exitCode: 4, code: 'NO_CREDENTIALS' });
    expect(error.message).toContain(message);
    expect(error.hint).toContain(hint);
  });

  it('names how many of the three are there', () => {
    const error = thrown(() => resolveCredentials(facts({ env: { FEEDCTL_API_KEY: 'k' } })));
    expect(error.detail).toBe(
      'Address, key and secret must be set together; only 1 of 3 variables is set.',
    );
  });
});

function thrown(work: () => unknown): CredentialsError {
  try {
    work();
  } catch (error) {
    if (error instanceof CredentialsError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}
