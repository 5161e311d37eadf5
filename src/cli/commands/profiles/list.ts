import { defineVerb } from '../../kit/index.js';
import { PROFILE_SAMPLE, PROFILES_VIEW, shownProfile } from './profile-view.js';

export const list = defineVerb({
  name: 'list',
  summary: 'List stored profiles, without their secrets',
  examples: [
    ['feedctl profiles list', 'See the profiles and which one is in use'],
    ['feedctl profiles list -o id', 'Only their names'],
  ],
  output: [PROFILE_SAMPLE],
  exitCodes: [],
  async run({ profiles, output, notes }) {
    const stored = await profiles.read();
    const rows = Object.entries(stored.profiles).map(([name, profile]) =>
      shownProfile(name, profile, stored),
    );
    await output.rows(rows, PROFILES_VIEW);
    if (rows.length === 0) await notes.note('No profiles yet. Make one: feedctl auth login');
    return undefined;
  },
});
