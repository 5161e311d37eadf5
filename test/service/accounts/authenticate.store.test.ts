import { describe, expect, it, onTestFinished } from 'vitest';
import { ensureOwner, OWNER_ID } from '../../../src/service/accounts/account.js';
import { createApiKey, listApiKeys, revokeApiKey } from '../../../src/service/accounts/api-keys.js';
import { authenticate, LastUsed } from '../../../src/service/accounts/authenticate.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { ManualClock } from '../../support/clock.js';
import { testDatabase } from '../../support/database.js';

const OWNER = { id: OWNER_ID };

async function ownersStore() {
  const clock = new ManualClock();
  const store = await openStore(await testDatabase(), clock);
  onTestFinished(() => store.close());
  expect(await ensureOwner(store, clock)).toBe(true);
  const lastUsed = new LastUsed(store, clock);
  const lastUsedAt = async () => {
    await lastUsed.flush();
    const keys = await listApiKeys(store, OWNER);
    return keys.map(({ last_used_at: at }) => (at === null ? null : Date.parse(at)));
  };
  return { clock, store, lastUsed, lastUsedAt };
}

const FROM = () => 'feedctl 0.1.0 from 192.0.2.x';

describe('authenticate', () => {
  it('knows a key by its secret, and nothing else', async () => {
    const { clock, store, lastUsed } = await ownersStore();
    const { apiKey, apiSecret } = await createApiKey(store, clock, OWNER, { name: 'laptop' });

    expect(await authenticate(store, lastUsed, apiKey, apiSecret, FROM)).toEqual(OWNER);
    expect(await authenticate(store, lastUsed, apiKey, `${apiSecret}x`, FROM)).toBeNull();
    expect(await authenticate(store, lastUsed, apiKey, '', FROM)).toBeNull();
    expect(await authenticate(store, lastUsed, 'c_unknown', apiSecret, FROM)).toBeNull();
    expect(await authenticate(store, lastUsed, 'c_unknown', '', FROM)).toBeNull();
  });

  it('refuses a revoked key at once', async () => {
    const { clock, store, lastUsed } = await ownersStore();
    const { apiKey, apiSecret } = await createApiKey(store, clock, OWNER, { name: 'laptop' });

    expect(await revokeApiKey(store, clock, { id: 'another' }, apiKey)).toBe(false);
    expect(await authenticate(store, lastUsed, apiKey, apiSecret, FROM)).toEqual(OWNER);
    expect(await revokeApiKey(store, clock, OWNER, apiKey)).toBe(true);
    expect(await authenticate(store, lastUsed, apiKey, apiSecret, FROM)).toBeNull();
    expect(await revokeApiKey(store, clock, OWNER, apiKey)).toBe(false);
  });

  it('knows a key until its life is over', async () => {
    const { clock, store, lastUsed } = await ownersStore();
    const made = clock.now();
    const wanted = { name: 'guest', expires_in: '1d' };
    const { apiKey, apiSecret, expiresAt } = await createApiKey(store, clock, OWNER, wanted);
    expect(expiresAt).toBe(made + 86_400_000);

    clock.advance(86_399_000);
    expect(await authenticate(store, lastUsed, apiKey, apiSecret, FROM)).toEqual(OWNER);
    clock.advance(1_000);
    expect(await authenticate(store, lastUsed, apiKey, apiSecret, FROM)).toBeNull();
  });

  it('writes the last use down at most once a minute, and only of the right secret', async () => {
    const { clock, store, lastUsed, lastUsedAt } = await ownersStore();
    const { apiKey, apiSecret } = await createApiKey(store, clock, OWNER, { name: 'laptop' });
    await authenticate(store, lastUsed, apiKey, 'wrong', FROM);
    expect(await lastUsedAt()).toEqual([null]);

    const first = clock.now();
    await authenticate(store, lastUsed, apiKey, apiSecret, FROM);
    expect(await lastUsedAt()).toEqual([first]);
    expect(await listApiKeys(store, OWNER)).toMatchObject([{ last_used_from: FROM() }]);
    clock.advance(59_999);
    await authenticate(store, lastUsed, apiKey, apiSecret, FROM);
    expect(await lastUsedAt()).toEqual([first]);
    clock.advance(1);
    await authenticate(store, lastUsed, apiKey, apiSecret, FROM);
    expect(await lastUsedAt()).toEqual([first + 60_000]);
  });

  it('keeps no secret, only its hash', async () => {
    const { clock, store } = await ownersStore();
    const { apiSecret } = await createApiKey(store, clock, OWNER, { name: 'laptop' });
    const rows = await store.db.selectFrom('api_keys').selectAll().execute();

    expect(JSON.stringify(rows)).not.toContain(apiSecret);
    expect(rows).toMatchObject([{ secret_hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  });
});

describe('ensureOwner', () => {
  it('makes the account once', async () => {
    const { store, clock } = await ownersStore();
    expect(await ensureOwner(store, clock)).toBe(false);
    expect(await store.db.selectFrom('accounts').select('id').execute()).toEqual([
      expect.objectContaining({ id: OWNER_ID }),
    ]);
  });
});
