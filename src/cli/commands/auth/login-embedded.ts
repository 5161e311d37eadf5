import { renewKey } from '../../connection/embedded.js';
import { chooseEmbedded } from '../../profiles/embedded-keys.js';
import { EMBEDDED } from '../../profiles/profile.js';
import type { Context } from '../../verbs/context.js';
import { LOGIN_VIEW } from './token.js';

/** Chooses the service inside this program, with a new key: the old one may be what went wrong. */
export async function loginEmbedded({ env, profiles, notes, output }: Context): Promise<void> {
  const { database } = await renewKey({ env, profiles });
  await chooseEmbedded(profiles);
  await notes.note(`The service inside feedctl keeps its data in ${database}`);
  await output.record({ profile: EMBEDDED, kind: EMBEDDED, baseUrl: null }, LOGIN_VIEW);
}
