import { expect, it } from 'vitest';
import {
  EMBEDDED,
  type Profile,
  profileNamed,
  withoutProfile,
} from '../../../src/cli/profiles/profile.js';

const here: Profile = { kind: 'embedded', chosen: true, keys: {} };
const profiles = { [EMBEDDED]: here, work: { ...here, chosen: false } };

it('the profile in use that is taken away leaves none in use; another one changes nothing else', () => {
  const used = { current: 'work', profiles };
  expect(withoutProfile(used, 'work')).toEqual({ current: null, profiles: { [EMBEDDED]: here } });
  expect(withoutProfile(used, EMBEDDED)).toEqual({
    current: 'work',
    profiles: { work: profiles.work },
  });
});

it('only names of the file are found', () => {
  expect(profileNamed('work', { current: null, profiles })).toBe(profiles.work);
  for (const name of [null, 'other', 'constructor']) {
    expect(profileNamed(name, { current: null, profiles })).toBeUndefined();
  }
});
