import type { View } from '../../output/view.js';
import type { Profile, Profiles } from '../../profiles/profile.js';

export const PROFILE_SAMPLE = {
  name: 'feeds.example.com',
  current: true,
  kind: 'remote',
  baseUrl: 'https://feeds.example.com',
};

export const PROFILES_VIEW: View = {
  one: 'profile',
  many: 'profiles',
  columns: [
    { field: 'name', kind: 'id' },
    { field: 'current', kind: 'state' },
    { field: 'kind' },
    { field: 'baseUrl', heading: 'address', kind: 'url' },
  ],
};

/** A profile without its secrets. */
export function shownProfile(name: string, profile: Profile, { current }: Profiles): object {
  return {
    name,
    current: name === current,
    kind: profile.kind,
    baseUrl: profile.kind === 'embedded' ? null : profile.baseUrl,
  };
}
