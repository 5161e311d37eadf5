import { defineVerb, one } from '../../kit/index.js';
import type { RecordView } from '../../output/view.js';
import type { Profiles } from '../../profiles/profile.js';
import { knownProfile } from './known.js';
import { PROFILE_SAMPLE, PROFILES_VIEW, shownProfile } from './profile-view.js';

const VIEW: RecordView = { fields: PROFILES_VIEW.columns };

export const use = defineVerb({
  name: 'use',
  summary: 'Choose the profile that commands use',
  description:
    'Chooses the profile that commands use from now on. --profile and the environment still take precedence.',
  arguments: { name: one('NAME', 'the profile to use') },
  examples: [['feedctl profiles use work', 'Switch to the profile work']],
  output: PROFILE_SAMPLE,
  exitCodes: [1, 3],
  async run({ profiles, output }, { name }) {
    const after = await profiles.change((before) => using(name, before));
    await output.record(shownProfile(name, knownProfile(name, after), after), VIEW);
    return undefined;
  },
});

function using(name: string, before: Profiles): Profiles {
  const profile = knownProfile(name, before);
  const chosen = profile.kind === 'embedded' ? { ...profile, chosen: true } : profile;
  return { current: name, profiles: { ...before.profiles, [name]: chosen } };
}
