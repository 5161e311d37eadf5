import { CredentialsError } from '../../kit/index.js';
import type { RecordView } from '../../output/view.js';
import type { Profiles } from '../../profiles/profile.js';
import type { Context } from '../../verbs/context.js';
import { defineVerb } from '../../verbs/verb.js';

const BACK = 'feedctl auth login --embedded';

const SAMPLE = { profile: 'feeds.example.com', loggedOut: true };

const VIEW: RecordView = {
  fields: [
    { field: 'profile', kind: 'id' },
    { field: 'loggedOut', heading: 'logged out' },
  ],
};

export const logout = defineVerb({
  name: 'logout',
  summary: 'Forget the credentials of a profile',
  description:
    'Forgets the stored credentials of the profile in use, or of --profile NAME. Afterwards no command falls back to another service by itself: they end with exit code 4 until you log in or choose a profile. Leaving the service inside this program asks first on a terminal; its data stays, and feedctl auth login --embedded leads back to it.',
  examples: [
    ['feedctl auth logout', 'Forget the profile in use'],
    ['feedctl auth logout --profile work', 'Forget another one'],
  ],
  output: SAMPLE,
  exitCodes: [1, 4],
  async run(context) {
    const profile = await nameOf(context);
    const { EMBEDDED } = await import('../../profiles/profile.js');
    if (profile === EMBEDDED) await confirmLeaving(context);
    const { current } = await context.profiles.change((before) => without(before, profile));
    await context.output.record({ profile, loggedOut: true }, VIEW);
    if (current === null) await noteWayBack(context);
    await noteVariables(context);
    return undefined;
  },
});

async function nameOf({ globals, profiles }: Context): Promise<string> {
  const stored = await profiles.read();
  const name = globals.profile ?? stored.current;
  if (name === null) throw new CredentialsError('You are logged out already.');
  // Nothing is stored before the first use of the embedded service, which can be left all the same.
  if (Object.hasOwn(stored.profiles, name) || name === stored.current) return name;
  throw new CredentialsError(`There is no profile "${name}".`, {
    hint: 'See which there are: feedctl profiles list',
  });
}

function without({ current, profiles }: Profiles, name: string): Profiles {
  const { [name]: _gone, ...rest } = profiles;
  return { current: current === name ? null : current, profiles: rest };
}

/** Without a terminal the command itself is the answer: it loses nothing that cannot be had back. */
async function confirmLeaving(context: Context): Promise<void> {
  if (!context.prompts.canAsk) return;
  const { confirm } = await import('../base/confirm.js');
  await confirm(
    context,
    `Every command then ends with exit code 4 until "${BACK}". The data stays. Log out of the service inside feedctl?`,
    'You are still logged in.',
  );
}

async function noteWayBack({ notes }: Context): Promise<void> {
  await notes.note(`No service is in use now. For the one inside feedctl, with its data: ${BACK}`);
}

async function noteVariables({ env, notes }: Context): Promise<void> {
  const set = ['FEEDCTL_BASE_URL', 'FEEDCTL_API_KEY', 'FEEDCTL_API_SECRET'].filter(
    (name) => env[name] !== undefined,
  );
  if (set.length > 0)
    await notes.warn(`The environment still has credentials: unset ${set.join(' ')}`);
}
