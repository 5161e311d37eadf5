import { renewKey } from '../../connection/embedded.js';
import { chooseEmbedded } from '../../profiles/embedded-keys.js';
import { EMBEDDED } from '../../profiles/profile.js';
import type { Context } from '../../verbs/context.js';
import { LOGIN_VIEW } from './token.js';

/** Selects the embedded service and creates a new key, because the old one may be invalid. */
export async function loginEmbedded({ env, profiles, notes, output }: Context): Promise<void> {
  const { database } = await renewKey({ env, profiles });
  await chooseEmbedded(profiles);
  await notes.note(`The embedded service stores its data in ${database}`);
  await output.record({ profile: EMBEDDED, kind: EMBEDDED, baseUrl: null }, LOGIN_VIEW);
}
