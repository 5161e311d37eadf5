import { CliError } from '../../kit/index.js';
import type { Profile, Profiles } from '../../profiles/profile.js';

/** The profile of that name. Throws exit code 3 when there is none. */
export function knownProfile(name: string, { profiles }: Profiles): Profile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile !== undefined) return profile;
  const names = Object.keys(profiles);
  throw new CliError(`There is no profile "${name}".`, {
    exitCode: 3,
    code: 'PROFILE_NOT_FOUND',
    ...(names.length === 0 ? {} : { detail: `Profiles: ${names.join(', ')}` }),
    hint: `Make it: feedctl auth login ${name === 'embedded' ? '--embedded' : `--profile ${name}`}`,
  });
}
