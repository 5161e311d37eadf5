import { CredentialsError } from '../../kit/index.js';
import { columns } from '../../output/columns.js';
import type { RecordView } from '../../output/view.js';
import { EMBEDDED, withoutProfile } from '../../profiles/profile.js';
import { wayBack } from '../../profiles/resolve-credentials.js';
import type { Context } from '../../verbs/context.js';
import { defineVerb } from '../../verbs/verb.js';
import { confirm } from '../base/confirm.js';

const SAMPLE = { profile: 'feeds.example.com', logged_out: true };

const VIEW: RecordView = { fields: columns('profile logged_out') };

export const logout = defineVerb({
  name: 'logout',
  summary: 'Remove the credentials of a profile',
  description: `
    Removes the stored credentials of the current profile, or of --profile NAME. Afterwards no other
    service is used automatically: commands exit with 4 until you log in or select a profile.
    Logging out of the embedded service asks for confirmation on a terminal. Its data is kept, and
    feedctl auth login restores access.
  `,
  examples: {
    'feedctl auth logout': 'Log out of the current profile',
    'feedctl auth logout --profile work': 'Log out of another profile',
  },
  output: SAMPLE,
  reports: true,
  exitCodes: [1, 4],
  async run(context) {
    const profile = await profileWords(context);
    if (profile === EMBEDDED) await confirmLeaving(context);
    const after = await context.profiles.change((before) => withoutProfile(before, profile));
    const { output, notes, env } = context;
    await output.record({ profile, logged_out: true }, VIEW);
    if (after.current === null) {
      await notes.note(`No service is selected. To select one: ${wayBack(after.profiles)}`);
    }
    const set = ['FEEDCTL_BASE_URL', 'FEEDCTL_API_KEY', 'FEEDCTL_API_SECRET'].filter(
      (name) => env[name] !== undefined,
    );
    if (set.length > 0) {
      await notes.warn(`The environment still contains credentials: unset ${set.join(' ')}`);
    }
  },
});

async function profileWords({ globals, profiles }: Context): Promise<string> {
  const stored = await profiles.read();
  const name = globals.profile ?? stored.current;
  if (name === null) {
    const hint = wayBack(stored.profiles);
    throw new CredentialsError('You are already logged out.', { hint });
  }
  // The embedded service has no profile before its first use, but you can still log out of it.
  if (Object.hasOwn(stored.profiles, name) || name === stored.current) return name;
  throw new CredentialsError(`There is no profile "${name}".`, {
    hint: 'List the profiles: feedctl profiles list',
  });
}

/** Asks only on a terminal: logging out loses nothing that cannot be restored. */
async function confirmLeaving(context: Context): Promise<void> {
  if (!context.prompts.canAsk) return;
  await confirm(
    context,
    `Commands will exit with 4 until you run "feedctl auth login". The data is kept. Log out of the embedded service?`,
    'You are still logged in.',
  );
}
