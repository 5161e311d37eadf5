import { expect, it } from 'vitest';
import type { Account, ApiKey, NewApiKey } from '../../src/contract/index.js';
import { Api, expectError } from './api.js';
import { describeConformance, type Setup } from './forms.js';

const asKey = (setup: Setup, { id, secret }: NewApiKey) =>
  new Api(setup.api.send, `Bearer ${id}:${secret}`);

async function newKey(api: Api, name: string, path = '/v1/keys'): Promise<NewApiKey> {
  const { status, body } = await api.post(path, { name });
  expect(status).toBe(201);
  return body as NewApiKey;
}

describeConformance('extension: the keys of an account', (setup) => {
  it('are created, work at once, and show their secret once', async () => {
    const key = await newKey(setup.api, '  reader ');
    expect(key).toEqual({
      id: expect.stringMatching(/^c_[0-9A-Za-z]{20,}$/),
      name: 'reader',
      read_only: false,
      expires_at: null,
      secret: expect.stringMatching(/^s_[0-9A-Za-z]{20,}$/),
    });
    expect((await asKey(setup, key).get('/v1/feeds')).status).toBe(200);

    const { body } = await setup.api.get('/v1/keys');
    expect(body).toContainEqual({
      id: key.id,
      name: 'reader',
      created_at: expect.stringMatching(/Z$/),
      last_used_at: expect.stringMatching(/Z$/),
      last_used_from: expect.stringMatching(/ on this machine$/),
      read_only: false,
      expires_at: null,
      revoked_at: null,
    });
    expect(JSON.stringify(body)).not.toContain(key.secret);
    // There is no way to show one key again.
    expectError(await setup.api.get(`/v1/keys/${key.id}`), 'METHOD_NOT_ALLOWED');
  });

  it('are refused from the moment they are revoked, also by themselves', async () => {
    const key = await newKey(setup.api, 'short');
    const api = asKey(setup, key);
    const { status, body } = await api.delete(`/v1/keys/${key.id}`);
    expect({ status, body }).toEqual({ status: 200, body: { id: key.id, revoked: true } });
    expectError(await api.get('/v1/feeds'), 'UNAUTHORIZED');
    expectError(await setup.api.delete(`/v1/keys/${key.id}`), 'KEY_NOT_FOUND', /no valid key/);
    const listed = (await setup.api.get('/v1/keys')).body as ApiKey[];
    expect(listed.find(({ id }) => id === key.id)?.revoked_at).toMatch(/Z$/);
  });

  it('read without changing anything when they are read-only', async () => {
    const { body } = await setup.api.post('/v1/keys', { name: 'wall', read_only: true });
    const api = asKey(setup, body as NewApiKey);
    expect((await api.get('/v1/feeds')).status).toBe(200);
    for (const reply of [
      await api.post('/v1/keys', { name: 'full' }),
      await api.delete(`/v1/keys/${(body as NewApiKey).id}`),
      await api.post('/v1/feeds', { url: 'https://example.com/' }),
    ]) {
      expectError(reply, 'FORBIDDEN', /read-only/);
    }
    const listed = (await api.get('/v1/keys')).body as ApiKey[];
    expect(listed.find(({ name }) => name === 'wall')?.read_only).toBe(true);
  });

  it('are refused from the moment they expire', async () => {
    const { body } = await setup.api.post('/v1/keys', { name: 'guest', expires_in: '12h' });
    const api = asKey(setup, body as NewApiKey);
    setup.clock.advance(12 * 3_600_000 - 1);
    expect((await api.get('/v1/feeds')).status).toBe(200);
    setup.clock.advance(1);
    expectError(await api.get('/v1/feeds'), 'UNAUTHORIZED', /expired/);
  });

  it('are those of the caller alone', async () => {
    const mine = await newKey(setup.api, 'mine');
    const theirs = await newKey(setup.stranger, 'theirs');
    const listed = (await setup.stranger.get('/v1/keys')).body as ApiKey[];
    expect(listed.map(({ id }) => id)).toContain(theirs.id);
    expect(listed.map(({ id }) => id)).not.toContain(mine.id);
    expectError(await setup.stranger.delete(`/v1/keys/${mine.id}`), 'KEY_NOT_FOUND');
    expectError(await setup.api.delete(`/v1/keys/${theirs.id}`), 'KEY_NOT_FOUND');
    expect((await asKey(setup, mine).get('/v1/feeds')).status).toBe(200);
  });

  it('are listed in pages, the newest first', async () => {
    for (const name of ['page 1', 'page 2', 'page 3']) {
      setup.clock.advance(1000);
      await newKey(setup.api, name);
    }
    const page = async (query: string) =>
      ((await setup.api.get(`/v1/keys?${query}`)).body as ApiKey[]).map(({ name }) => name);
    expect(await page('limit=2')).toEqual(['page 3', 'page 2']);
    expect(await page('limit=1&offset=2')).toEqual(['page 1']);
    expectError(await setup.api.get('/v1/keys?limit=101'), 'INVALID_FIELD', /"limit"/);
  });

  it.each([
    [{}, /"name" is required/],
    [{ name: ' ' }, /"name" must not be empty/],
    [{ name: 'x'.repeat(201) }, /at most 200 characters/],
    [{ name: 'x', secret: 's_mine' }, /"secret" is not a field/],
    [{ name: 'x', expires_in: 'none' }, /"expires_in" must be a duration/],
    [{ name: 'x', read_only: 'yes' }, /"read_only"/],
  ])('are not created from %j', async (body, message) => {
    expectError(await setup.api.post('/v1/keys', body), 'INVALID_FIELD', message);
  });
});

describeConformance('extension: accounts', (setup) => {
  const NO_LIMITS = {
    requests_per_minute: null,
    burst: null,
    feeds: null,
    concurrent_creations: null,
  };

  async function newAccount(body: object): Promise<Account> {
    const reply = await setup.api.post('/v1/accounts', body);
    expect(reply.status).toBe(201);
    return reply.body as Account;
  }

  it('are created and found by id and by name', async () => {
    const made = await newAccount({ name: ' news/desk ' });
    expect(made).toEqual({
      id: expect.stringMatching(/^acc_[0-9A-Za-z]{16}$/),
      name: 'news/desk',
      enabled: true,
      feeds: 0,
      limits: NO_LIMITS,
      created_at: expect.stringMatching(/Z$/),
      disabled_at: null,
    });
    expect((await setup.api.get(`/v1/accounts/${made.id}`)).body).toEqual(made);
    expect((await setup.api.get('/v1/accounts/news%2Fdesk')).body).toEqual(made);
    const all = (await setup.api.get('/v1/accounts?limit=100')).body as Account[];
    expect(all).toContainEqual(made);
    expect(all.map(({ name }) => name)).toContain('owner');
    const page = (await setup.api.get('/v1/accounts?limit=1&offset=1')).body;
    expect(page).toEqual([all[1]]);
  });

  it('have limits, which apply from the next request on', async () => {
    const { id } = await newAccount({ name: 'limited', limits: { feeds: 0, burst: null } });
    const api = asKey(setup, await newKey(setup.api, 'k', `/v1/accounts/${id}/keys`));
    const url = setup.sources.publish('/limited.xml', { items: [] });
    expectError(await api.post('/v1/feeds', { url }), 'FEED_LIMIT_REACHED');
    const limits = { feeds: 1, requests_per_minute: 60, burst: 2 };
    const changed = await setup.api.patch(`/v1/accounts/${id}`, { limits });
    expect(changed.body).toMatchObject({ feeds: 0, limits: { ...NO_LIMITS, ...limits } });
    const reply = await api.post('/v1/feeds', { url });
    expect(reply.status).toBe(201);
    expect(reply.headers.get('RateLimit-Policy')).toBe('"default";q=2;w=2');
    expect((await setup.api.get(`/v1/accounts/${id}`)).body).toMatchObject({ feeds: 1 });
  });

  it('are disabled and enabled, but for the owner', async () => {
    const { id } = await newAccount({ name: 'disabled' });
    const api = asKey(setup, await newKey(setup.api, 'k', `/v1/accounts/${id}/keys`));
    const path = `/v1/accounts/${id}`;
    const off = (await setup.api.patch(path, { enabled: false })).body;
    expect(off).toMatchObject({ enabled: false, disabled_at: expect.stringMatching(/Z$/) });
    expectError(await api.get('/v1/feeds'), 'ACCOUNT_DISABLED');
    const on = (await setup.api.patch(path, { enabled: true })).body;
    expect(on).toMatchObject({ enabled: true, disabled_at: null });
    expect((await api.get('/v1/feeds')).status).toBe(200);

    const owner = { enabled: false, limits: { feeds: 1 } };
    const refused = await setup.api.patch('/v1/accounts/owner', owner);
    expectError(refused, 'INVALID_FIELD', /owner account cannot be disabled/);
    expect((await setup.api.get('/v1/accounts/owner')).body).toMatchObject({ limits: NO_LIMITS });
  });

  it('have keys, which the owner creates, lists and revokes', async () => {
    const { id } = await newAccount({ name: 'with keys' });
    const path = `/v1/accounts/${id}/keys`;
    const key = await newKey(setup.api, 'first', path);
    expect((await setup.api.get('/v1/accounts/with%20keys/keys')).body).toMatchObject([
      { id: key.id, name: 'first', revoked_at: null },
    ]);
    expectError(await setup.api.delete(`/v1/keys/${key.id}`), 'KEY_NOT_FOUND');
    expect((await setup.api.delete(`${path}/${key.id}`)).body).toEqual({
      id: key.id,
      revoked: true,
    });
    expectError(await asKey(setup, key).get('/v1/feeds'), 'UNAUTHORIZED');
    expectError(await setup.api.delete(`${path}/${key.id}`), 'KEY_NOT_FOUND');
  });

  it('are for keys of the owner account alone, whatever the request', async () => {
    const { id } = await newAccount({ name: 'closed' });
    const { id: keyId } = await newKey(setup.api, 'k', `/v1/accounts/${id}/keys`);
    const { stranger } = setup;
    const replies = [
      await stranger.get('/v1/accounts'),
      await stranger.get('/v1/accounts/stranger'),
      await stranger.get('/v1/accounts/nobody'),
      await stranger.post('/v1/accounts', { name: 'x' }),
      await stranger.post('/v1/accounts', { wrong: true }),
      await stranger.patch('/v1/accounts/stranger', { limits: { feeds: null } }),
      await stranger.patch(`/v1/accounts/${id}`, { enabled: false }),
      await stranger.get(`/v1/accounts/${id}/keys`),
      await stranger.get('/v1/accounts/stranger/keys'),
      await stranger.post('/v1/accounts/owner/keys', { name: 'x' }),
      await stranger.delete(`/v1/accounts/${id}/keys/${keyId}`),
    ];
    for (const reply of replies) expectError(reply, 'FORBIDDEN', /owner account/);
    const keys = (await setup.api.get(`/v1/accounts/${id}/keys`)).body;
    expect(keys).toMatchObject([{ id: keyId, revoked_at: null }]);
    expect((await setup.api.get(`/v1/accounts/${id}`)).body).toMatchObject({ enabled: true });
  });

  it('that do not exist are named', async () => {
    const missing = [
      await setup.api.get('/v1/accounts/nobody'),
      await setup.api.patch('/v1/accounts/nobody', { enabled: true }),
      await setup.api.get('/v1/accounts/nobody/keys'),
      await setup.api.post('/v1/accounts/nobody/keys', { name: 'x' }),
      await setup.api.delete('/v1/accounts/nobody/keys/c_x'),
    ];
    for (const reply of missing) expectError(reply, 'ACCOUNT_NOT_FOUND', /no account nobody/);
  });

  it('have a name of their own', async () => {
    await newAccount({ name: 'taken' });
    for (const name of ['taken', ' taken ', 'owner']) {
      expectError(await setup.api.post('/v1/accounts', { name }), 'ACCOUNT_EXISTS');
    }
    for (const name of ['', '  ', 'x'.repeat(101), 'a\nb', 'acc_1', 5, null]) {
      expectError(await setup.api.post('/v1/accounts', { name }), 'INVALID_FIELD', /name/);
    }
  });

  it.each([
    [{ requests_per_minute: 0 }, /"limits.requests_per_minute" must be at least 1\./],
    [{ requests_per_minute: 100_001 }, /must be at most 100000\./],
    [{ requests_per_minute: 60, burst: 0 }, /"limits.burst" must be at least 1\./],
    [{ burst: 5 }, /no effect without "limits.requests_per_minute"/],
    [{ feeds: -1 }, /"limits.feeds" must be at least 0\./],
    [{ feeds: 1.5 }, /"limits.feeds" must be a whole number\./],
    [{ feeds: '5' }, /"limits.feeds" must be/],
    [{ concurrent_creations: 1001 }, /must be at most 1000\./],
    [{ items: 5 }, /"limits.items" is not a field of this request\. Allowed: requests_per_minute/],
  ])('have no limits like %j', async (limits, message) => {
    const changed = await setup.api.patch('/v1/accounts/owner', { limits });
    expectError(changed, 'INVALID_FIELD', message);
  });
});
