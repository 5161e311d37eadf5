import { CliError, many, one, UsageError } from '../../kit/index.js';
import { columns } from '../../output/columns.js';
import { checkFields } from '../../output/fields.js';
import type { RecordView, View } from '../../output/view.js';
import { DEFAULTS, isDefault } from '../../profiles/defaults.js';
import { embeddedProfile } from '../../profiles/embedded-keys.js';
import {
  type Defaults,
  EMBEDDED,
  type Profile,
  type Profiles,
  profileNamed,
  withoutProfile,
} from '../../profiles/profile.js';
import { profileInUse } from '../../profiles/resolve-credentials.js';
import { defineVerb, type Noun } from '../../verbs/verb.js';
import { confirm } from '../base/confirm.js';

const PROFILE_SAMPLE = {
  name: 'feeds.example.com',
  current: true,
  kind: 'remote',
  base_url: 'https://feeds.example.com',
  output: null,
  region: 'GB:en',
  columns: ['title', 'url'],
};

const PROFILES_VIEW: View = {
  one: 'profile',
  many: 'profiles',
  columns: columns('name current kind base_url output region columns', { name: { kind: 'id' } }),
};

const NO_DEFAULTS = { output: null, region: null, columns: null };

/** A profile without its secrets. */
function shownProfile(name: string, profile: Profile, { current }: Profiles): object {
  return {
    name,
    current: name === current,
    kind: profile.kind,
    base_url: profile.kind === 'embedded' ? null : profile.baseUrl,
    ...NO_DEFAULTS,
    ...profile.defaults,
  };
}

/** Returns the profile of that name. Throws with exit code 3 when it does not exist. */
function knownProfile(name: string, stored: Profiles): Profile {
  const profile = profileNamed(name, stored);
  if (profile !== undefined) return profile;
  const names = Object.keys(stored.profiles);
  throw new CliError(`There is no profile "${name}".`, {
    exitCode: 3,
    code: 'PROFILE_NOT_FOUND',
    ...(names.length === 0 ? {} : { detail: `Profiles: ${names.join(', ')}` }),
    hint: `Create it: feedctl auth login ${name === EMBEDDED ? '--embedded' : `--profile ${name}`}`,
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
  const profile =
    name === EMBEDDED ? embeddedProfile(before.profiles[name]) : knownProfile(name, before);
  const chosen = profile.kind === EMBEDDED ? { ...profile, chosen: true } : profile;
  return { current: name, profiles: { ...before.profiles, [name]: chosen } };
}

const DELETED_VIEW: RecordView = {
  fields: columns('name deleted', { name: { kind: 'id' } }),
};

const set = defineVerb({
  name: 'set',
  summary: 'Set what commands use when nothing else is given',
  description: `
    Sets defaults of the profile in use, or of the one that --profile names: output is the format
    (table, json, jsonl, yaml, csv), region the edition of keywords and headlines, columns those of
    the tables of items and of every list that has them. An empty value removes a default.
  `,
  details: `
    A flag takes precedence, then FEEDCTL_OUTPUT, FEEDCTL_REGION and FEEDCTL_COLUMNS; an empty
    variable means no default. When the environment names the service no profile is in use. Account
    files and export are the same for everybody: no default applies to them.
  `,
  arguments: { defaults: many('NAME=VALUE', 'output, region or columns, and its value') },
  examples: {
    'feedctl profiles set region=GB:en columns=title,url': 'News of Great Britain; two columns',
    'feedctl profiles set output=json --profile work': 'JSON from every command of that profile',
    'feedctl profiles set output=': 'Tables again',
  },
  output: PROFILE_SAMPLE,
  reports: true,
  exitCodes: [1, 3, 4],
  async run({ env, globals, profiles, output }, { defaults }) {
    const changes = defaults.map(readDefault);
    for (const { columns = [] } of changes) await checkColumns(columns);
    const after = await profiles.change((before) => {
      const name = nameInUse(profileInUse({ ...globals, env, stored: before }));
      return withDefaults(name, Object.assign({}, ...changes), before);
    });
    const name = nameInUse(profileInUse({ ...globals, env, stored: after }));
    await output.record(shownProfile(name, knownProfile(name, after), after), VIEW);
  },
});

/** Parses a default; undefined means that it is removed. */
function readDefault(typed: string): Defaults {
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(typed) ?? [];
  if (!isDefault(name)) {
    throw new UsageError(`"${typed}" is not a default.`, {
      hint: 'For example: feedctl profiles set output=json region=GB:en columns=title,url',
    });
  }
  return value === '' ? { [name]: undefined } : DEFAULTS[name].parse(value, name);
}

/** @throws {UsageError} for a column that no list has */
async function checkColumns(wanted: readonly string[]): Promise<void> {
  if (wanted.length === 0) return;
  const { commandTree, leaves } = await import('../commands/command-tree.js');
  const lists = leaves((await commandTree()).commands).filter(({ name }) =>
    /(?:list|items)$/.test(name),
  );
  checkFields(
    wanted,
    lists.map(({ output }) => output),
  );
}

function nameInUse(name: string | null): string {
  if (name !== null) return name;
  throw new UsageError('No profile is in use.', { hint: 'Name one: --profile NAME' });
}

function withDefaults(name: string, changes: object, before: Profiles): Profiles {
  const isImplied = name === 'embedded' && Object.keys(before.profiles).length === 0;
  const profile: Profile = isImplied
    ? { kind: 'embedded', chosen: false, keys: {} }
    : knownProfile(name, before);
  const all = Object.entries({ ...profile.defaults, ...changes });
  const defaults = Object.fromEntries(all.filter(([, value]) => value !== undefined));
  const changed = { ...profile, defaults };
  return { ...before, profiles: { ...before.profiles, [name]: changed } };
}

const deleteProfile = defineVerb({
  name: 'delete',
  summary: 'Delete a profile with its stored credentials',
  description: `
    Deletes a profile with its stored key and secret. The service is not changed. After the current
    profile is deleted, no profile is selected. Asks for confirmation on a terminal; elsewhere --yes
    is required.
  `,
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
  summary: 'Manage stored credentials and defaults',
  members: [list, use, set, deleteProfile],
};
