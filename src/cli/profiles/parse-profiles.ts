import { isObject } from '../../base/json.js';
import { isUrl } from '../../base/url.js';
import { parseDefaults } from './defaults.js';
import type { EmbeddedProfile, Profile, Profiles, RemoteProfile } from './profile.js';

/**
 * Validates the configuration file. Written by hand, because it runs before every command and
 * loading a schema library costs more than the command.
 *
 * @returns null when the file was not written by feedctl
 */
export function parseProfiles(value: unknown): Profiles | null {
  if (!isObject(value) || !isObject(value.profiles)) return null;
  const { current } = value;
  if (typeof current !== 'string' && current !== null) return null;
  const profiles: Record<string, Profile> = {};
  for (const [name, entry] of Object.entries(value.profiles)) {
    const profile = parseProfile(entry);
    if (profile === null) return null;
    profiles[name] = profile;
  }
  return { current, profiles };
}

function parseProfile(value: unknown): Profile | null {
  if (!isObject(value)) return null;
  const profile = value.kind === 'embedded' ? parseEmbedded(value) : parseRemote(value);
  if (profile === null || value.defaults === undefined) return profile;
  return { ...profile, defaults: parseDefaults(value.defaults) };
}

function parseRemote(value: Record<string, unknown>): RemoteProfile | null {
  const { kind, baseUrl, apiKey, apiSecret, serviceVersion } = value;
  if (kind !== 'remote') return null;
  if (typeof baseUrl !== 'string' || !isUrl(baseUrl)) return null;
  if (typeof apiKey !== 'string' || typeof apiSecret !== 'string') return null;
  const version = typeof serviceVersion === 'string' ? serviceVersion : null;
  return { kind, baseUrl, apiKey, apiSecret, serviceVersion: version };
}

function parseEmbedded(value: Record<string, unknown>): EmbeddedProfile | null {
  const { chosen, keys } = value;
  if (typeof chosen !== 'boolean' || !isObject(keys)) return null;
  const checked: Record<string, { apiKey: string; apiSecret: string }> = {};
  for (const [file, pair] of Object.entries(keys)) {
    if (!isObject(pair)) return null;
    const { apiKey, apiSecret } = pair;
    if (typeof apiKey !== 'string' || typeof apiSecret !== 'string') return null;
    checked[file] = { apiKey, apiSecret };
  }
  return { kind: 'embedded', chosen, keys: checked };
}
