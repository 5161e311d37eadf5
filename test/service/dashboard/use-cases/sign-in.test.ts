import { expect, it } from 'vitest';
import {
  consumeSignInLink,
  createSignInLink,
  endSession,
  findSession,
  isUsableLink,
  newToken,
} from '../../../../src/service/dashboard/use-cases/sign-in.js';
import { startSetup } from '../../../support/limits-setup.js';

const DAY = 86_400_000;

async function signedIn(life: 'visit' | 'device' = 'visit') {
  const { store, clock, account } = await startSetup();
  const { id, apiKey } = await account('news desk');
  const publicAddress = { isUnserved: async () => false } as never;
  const deps = { store, clock, publicAddress };
  const holder = { accountId: id, apiKey };
  const link = await createSignInLink(deps, holder);
  const session = await consumeSignInLink(deps, link.token, life);
  return { deps, store, clock, holder, link, session, token: session?.token ?? '' };
}

it('a link is used once, for ten minutes, or by a colleague for a week', async () => {
  const { deps, clock, holder, link } = await signedIn();
  expect(link.expiresAt - clock.now()).toBe(600_000);
  expect(await isUsableLink(deps, link.token)).toBe(false);
  expect(await consumeSignInLink(deps, link.token, 'visit')).toBeNull();
  for (const [life, ms] of [
    ['own', 600_000],
    ['invitation', 7 * DAY],
  ] as const) {
    const { token, expiresAt } = await createSignInLink(deps, holder, life);
    expect(expiresAt - clock.now()).toBe(ms);
    clock.advance(ms - 1);
    expect(await isUsableLink(deps, token)).toBe(true);
    clock.advance(1);
    expect(await isUsableLink(deps, token)).toBe(false);
    expect(await consumeSignInLink(deps, token, 'visit')).toBeNull();
  }
  const unserved = { ...deps, publicAddress: { isUnserved: async () => true } as never };
  await expect(createSignInLink(unserved, holder)).rejects.toMatchObject({ code: 'NOT_SERVED' });
});

it.each([
  ['visit', 7 * DAY],
  ['device', 180 * DAY],
] as const)('the session of a %s lasts %i ms, unless it is ended', async (kind, life) => {
  const { deps, clock, holder, session, token } = await signedIn(kind);
  expect(session?.expiresAt).toBe(clock.now() + life);
  const found = { account: { id: holder.accountId }, accountName: 'news desk' };
  const whole = { ...found, apiKey: holder.apiKey, isReadOnly: false };
  expect(await findSession(deps, token)).toEqual(whole);
  clock.advance(life - 1);
  expect(await findSession(deps, token)).toEqual(whole);
  clock.advance(1);
  expect(await findSession(deps, token)).toBeNull();
});

it('a session ends with its sign-out, its key or its account; a read-only key is known', async () => {
  const { deps, store, clock, token } = await signedIn();
  const keys = (columns: object) => store.db.updateTable('api_keys').set(columns).execute();
  await keys({ read_only: 1 });
  expect(await findSession(deps, token)).toMatchObject({ isReadOnly: true });
  await keys({ expires_at: clock.now() + 1 });
  expect(await findSession(deps, token)).not.toBeNull();
  await keys({ expires_at: clock.now() });
  expect(await findSession(deps, token)).toBeNull();
  await keys({ expires_at: null, revoked_at: 1 });
  expect(await findSession(deps, token)).toBeNull();
  await keys({ revoked_at: null });
  await endSession(deps, token);
  expect(await findSession(deps, token)).toBeNull();
});

it('a token has 256 bits', () => {
  expect(newToken()).toMatch(/^[\w-]{43}$/);
});
