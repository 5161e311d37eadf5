import { CliError, one } from '../../kit/index.js';
import { columns } from '../../output/columns.js';
import type { RecordView, View } from '../../output/view.js';
import { type Profile, type Profiles, withoutProfile } from '../../profiles/profile.js';
import { defineVerb, type Noun } from '../../verbs/verb.js';
import { confirm } from '../base/confirm.js';

const PROFILE_SAMPLE = {
  name: 'feeds.example.com',
  current: true,
  kind: 'remote',
  base_url: 'https://feeds.example.com',
};

const PROFILES_VIEW: View = {
  one: 'profile',
  many: 'profiles',
  columns: columns('name current kind base_url', { name: { kind: 'id' } }),
};

/** A profile without its secrets. */
function shownProfile(name: string, profile: Profile, { current }: Profiles): object {
  return {
    name,
    current: name === current,
    kind: profile.kind,
    base_url: profile.kind === 'embedded' ? null : profile.baseUrl,
  };
}

/** Returns the profile of that name. Throws with exit code 3 when it does not exist. */
function knownProfile(name: string, { profiles }: Profiles): Profile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile !== undefined) return profile;
  const names = Object.keys(profiles);
  throw new CliError(`There is no profile "${name}".`, {
    exitCode: 3,
    code: 'PROFILE_NOT_FOUND',
    ...(names.length === 0 ? {} : { detail: `Profiles: ${names.join(', ')}` }),
    hint: `Create it: feedctl auth login ${name === 'embedded' ? '--embedded' : `--profile ${name}`}`,
  });
}

export const list = defineVerb({
  name: 'list',
  summary: 'List stored profiles, without their secrets',
  examples: {
    'feedctl profiles list': 'List the profiles and show the current one',
    'feedctl profiles list -o id': 'Print only their names',
  },
  output: [PROFILE_SAMPLE],
  exitCodes: [],
  async run({ profiles, output, notes }) {
    const stored = await profiles.read();
    const rows = Object.entries(stored.profiles).map(([name, profile]) =>
      shownProfile(name, profile, stored),
    );
    await output.rows(rows, PROFILES_VIEW);
    if (rows.length === 0) await notes.hint('No profiles yet. Create one: feedctl auth login');
  },
});

const VIEW: RecordView = { fields: PROFILES_VIEW.columns };

export const use = defineVerb({
  name: 'use',
  summary: 'Select the profile that commands use',
  description:
    'Selects the profile that commands use from now on. --profile and the environment still take precedence.',
  arguments: { name: one('NAME', 'the profile to use') },
  examples: {
    'feedctl profiles use work': 'Switch to the profile work',
  },
  output: PROFILE_SAMPLE,
  reports: true,
  exitCodes: [1, 3],
  async run({ profiles, output }, { name }) {
    const after = await profiles.change((before) => using(name, before));
    await output.record(shownProfile(name, knownProfile(name, after), after), VIEW);
  },
});

function using(name: string, before: Profiles): Profiles {
  const profile = knownProfile(name, before);
  const chosen = profile.kind === 'embedded' ? { ...profile, chosen: true } : profile;
  return { current: name, profiles: { ...before.profiles, [name]: chosen } };
}

const DELETED_VIEW: RecordView = {
  fields: columns('name deleted', { name: { kind: 'id' } }),
};

const deleteProfile = defineVerb({
  name: 'delete',
  summary: 'Delete a profile with its stored credentials',
  description:
    'Deletes a profile with its stored key and secret. The service is not changed. After the current profile is deleted, no profile is selected. Asks for confirmation on a terminal; elsewhere --yes is required.',
  arguments: { name: one('NAME', 'the profile to delete') },
  examples: {
    'feedctl profiles delete work': 'Delete the profile work',
  },
  output: { name: 'work', deleted: true },
  reports: true,
  exitCodes: [1, 3],
  async run(context, { name }) {
    knownProfile(name, await context.profiles.read());
    await confirm(context, `Delete profile ${name} and its credentials?`, 'Nothing was deleted.');
    await context.profiles.change((before) => withoutProfile(before, name));
    await context.output.record({ name, deleted: true }, DELETED_VIEW);
  },
});

export const profiles: Noun = {
  name: 'profiles',
  summary: 'List, select and delete stored credentials',
  members: [list, use, deleteProfile],
};
