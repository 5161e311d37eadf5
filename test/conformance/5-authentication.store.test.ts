import { describe, expect, it } from 'vitest';
import { endpoints } from '../../src/contract/index.js';
import { numberedItems } from '../support/rss.js';
import { Api, expectError } from './api.js';
import { describeAnyWay } from './forms.js';

describeAnyWay('Authentication', (setup) => {
  const anonymous = (authorization: string) => new Api(setup.api.send, authorization);

  it.each(Object.values(endpoints))('$method $path needs the header: 401', async (endpoint) => {
    const path = endpoint.path.replace(/:\w+/g, 'x');
    const reply = await anonymous('Bearer c_wrong:s_wrong').raw(endpoint.method, path);

    expectError(reply, 'UNAUTHORIZED');
    expect(reply.headers.get('WWW-Authenticate')).toBe('Bearer realm="feedctl"');
  });

  it('takes a key with its own secret only', async () => {
    const [one, other] = [
      await setup.service.issueOwnerKey('one'),
      await setup.service.issueOwnerKey('other'),
    ];
    const status = async (authorization: string) =>
      (await anonymous(authorization).get('/v1/feeds')).status;

    expect(one.apiKey).toMatch(/^c_[0-9A-Za-z]{43}$/);
    expect(one.apiSecret).toMatch(/^s_[0-9A-Za-z]{43}$/);
    expect(await status(`Bearer ${one.apiKey}:${one.apiSecret}`)).toBe(200);
    expect(await status(`bearer ${one.apiKey}:${one.apiSecret}`)).toBe(200);
    expect(await status(`Bearer ${one.apiKey}:${other.apiSecret}`)).toBe(401);
    expect(await status(`Bearer ${one.apiSecret}:${one.apiKey}`)).toBe(401);
    expect(await status(`Bearer ${one.apiKey}:${one.apiSecret}x`)).toBe(401);
  });

  it.each([
    'Bearer',
    'Bearer nocolon',
    'Bearer :secret',
    'Bearer key:',
    'Basic a2V5OnNlY3JldA==',
    'key:secret',
    `Bearer c_${'x'.repeat(2000)}:s_x`,
  ])('says what the header must look like: %.40s', async (authorization) => {
    const reply = await anonymous(authorization).get('/v1/feeds');
    expectError(reply, 'UNAUTHORIZED', /Bearer <API_KEY>:<API_SECRET>/);
  });

  it('never repeats a secret', async () => {
    const reply = await anonymous('Bearer c_key:s_supersecret').get('/v1/feeds');
    expect(JSON.stringify(reply.body)).not.toContain('supersecret');
  });

  describe('feeds are scoped to the account', () => {
    it('another account gets 404 for each endpoint that names one', async () => {
      const url = setup.sources.publish('/scoped.xml', { items: numberedItems(1) });
      const feed = await setup.api.createFeed(url);
      const bundle = await setup.api.createBundle('Mine', [feed.id]);
      const { stranger } = setup;

      expectError(await stranger.get(`/v1/feeds/${feed.id}`), 'FEED_NOT_FOUND');
      expectError(await stranger.patch(`/v1/feeds/${feed.id}`, { title: 'x' }), 'FEED_NOT_FOUND');
      expectError(await stranger.patch(`/v1/feeds/${feed.id}`, {}), 'FEED_NOT_FOUND');
      expectError(await stranger.get(`/v1/feeds/${feed.id}/settings`), 'FEED_NOT_FOUND');
      expectError(
        await stranger.patch(`/v1/feeds/${feed.id}/settings`, { customAuthor: 'x' }),
        'FEED_NOT_FOUND',
      );
      expectError(await stranger.delete(`/v1/feeds/${feed.id}`), 'FEED_NOT_FOUND');
      expectError(await stranger.get(`/v1/bundles/${bundle.id}`), 'BUNDLE_NOT_FOUND');
      expectError(
        await stranger.patch(`/v1/bundles/${bundle.id}`, { name: 'x' }),
        'BUNDLE_NOT_FOUND',
      );
      expectError(await stranger.delete(`/v1/bundles/${bundle.id}`), 'BUNDLE_NOT_FOUND');
      expect((await setup.api.get(`/v1/bundles/${bundle.id}`)).body).toMatchObject(bundle);
    });
  });
});
