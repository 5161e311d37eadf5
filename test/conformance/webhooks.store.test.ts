import { expect, it } from 'vitest';
import { verifyWebhook } from '../../src/contract/webhook-signature.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { numberedItems } from '../support/rss.js';
import { type Api, expectError } from './api.js';
import { describeConformance, type Setup } from './forms.js';

interface Row {
  id: string;
  [field: string]: unknown;
}

const NONE = 'wh_0000000000000000';

async function create(api: Api, body: object): Promise<Row & { secret: string }> {
  const reply = await api.post('/v1/webhooks', body);
  expect(reply.status).toBe(201);
  return reply.body as Row & { secret: string };
}

/** A webhook whose receiver has got the event of a new feed, and the delivery of it. */
async function delivered(setup: Setup, name: string) {
  const receiver = await startReceiver();
  const webhook = await create(setup.api, { url: receiver.url });
  await announce(setup, name);
  await setup.service.http.webhooks.deliverDue({ withinMs: 10_000 });
  const [delivery] = await list(setup.api, `/v1/deliveries?webhook=${webhook.id}`);
  if (delivery === undefined) throw new Error('Nothing was announced.');
  return { receiver, webhook, delivery };
}

/** Creates a feed whose first items are an event. */
async function announce({ api, sources }: Setup, name: string): Promise<void> {
  const url = sources.publish(`/${name}.xml`, { title: name, items: numberedItems(2, name) });
  const reply = await api.post('/v1/feeds', { url, announce: true });
  expect(reply.status).toBe(201);
}

async function list(api: Api, path: string): Promise<Row[]> {
  const reply = await api.get(path);
  expect(reply.status).toBe(200);
  return reply.body as Row[];
}

function secretsOf({ received }: Receiver, secret: string): boolean {
  const { headers = {}, body = Buffer.alloc(0) } = received.at(-1) ?? {};
  const now = Number(headers['webhook-timestamp']);
  return verifyWebhook({ scheme: 'standard', secrets: [secret], headers, body, now }).ok;
}

describeConformance('extension: webhooks', (setup) => {
  it('are created with a secret that no later answer has', async () => {
    const { secret, ...webhook } = await create(setup.api, {
      url: 'http://127.0.0.1:2/hook',
      filters: { include: ['"solar sail*"'] },
      only: 'new',
    });
    expect(secret).toMatch(/^whsec_/);
    expect(webhook).toEqual({
      id: expect.stringMatching(/^wh_\w{16}$/),
      url: 'http://127.0.0.1:2/hook',
      name: '',
      format: 'standard',
      scope: 'all',
      scope_deleted: false,
      filters: { include: ['"solar sail*"'], exclude: [] },
      only: 'new',
      enabled: true,
      disabled_reason: null,
      failing_since: null,
      last_success_at: null,
      created_at: new Date(setup.clock.now()).toISOString(),
    });
    expect((await setup.api.get(`/v1/webhooks/${webhook.id}`)).body).toEqual(webhook);
    expect(await list(setup.api, '/v1/webhooks')).toContainEqual(webhook);
  });

  it('are listed by page, newest first', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      setup.clock.advance(1000);
      ids.unshift((await create(setup.api, { url: 'http://127.0.0.1:2/' })).id);
    }
    const page = async (query: string) =>
      (await list(setup.api, `/v1/webhooks?${query}`)).map(({ id }) => id);
    expect(await page('limit=2')).toEqual(ids.slice(0, 2));
    expect(await page('limit=2&offset=1')).toEqual(ids.slice(1));
    expectError(await setup.api.get('/v1/webhooks?limit=101'), 'INVALID_FIELD');
  });

  it('change only what is given', async () => {
    const { id, secret: _, ...before } = await create(setup.api, { url: 'http://127.0.0.1:2/' });
    const path = `/v1/webhooks/${id}`;
    const change = async (body: object) => (await setup.api.patch(path, body)).body;
    expect(await change({})).toEqual({ ...before, id });
    expect(await change({ filters: { exclude: ['ads'] } })).toEqual({
      ...before,
      id,
      filters: { include: [], exclude: ['ads'] },
    });
    expect(await change({ enabled: false, only: 'changed' })).toMatchObject({
      filters: { include: [], exclude: ['ads'] },
      only: 'changed',
      enabled: false,
      disabled_reason: expect.any(String),
    });
    expect(await change({ enabled: true, only: null })).toMatchObject({
      only: null,
      enabled: true,
      disabled_reason: null,
    });
  });

  it('refuse what they cannot be', async () => {
    const { api } = setup;
    const refused: [object, Parameters<typeof expectError>[1], RegExp][] = [
      [{}, 'INVALID_FIELD', /"url"/],
      [{ url: 'not an address' }, 'INVALID_FIELD', /\(url\)/],
      [{ url: `http://127.0.0.1/${'x'.repeat(4096)}` }, 'INVALID_FIELD', /"url"/],
      [{ url: 'http://127.0.0.1:2/', secret: 'mine' }, 'INVALID_FIELD', /"secret"/],
      [{ url: 'http://127.0.0.1:2/', only: 'old' }, 'INVALID_FIELD', /"only"/],
      [{ url: 'http://127.0.0.1:2/', filters: { include: ['*'] } }, 'INVALID_FIELD', /include/],
      [{ url: 'http://127.0.0.1:2/', scope: 'aaaaaaaaaaaaaaaa' }, 'FEED_NOT_FOUND', /./],
      [{ url: 'http://127.0.0.1:2/', scope: '_aaaaaaaaaaaaaaa' }, 'BUNDLE_NOT_FOUND', /./],
    ];
    for (const [body, code, message] of refused) {
      expectError(await api.post('/v1/webhooks', body), code, message);
    }
    const { id } = await create(api, { url: 'http://127.0.0.1:2/' });
    const badChange = { scope: 'aaaaaaaaaaaaaaaa', enabled: false };
    expectError(await api.patch(`/v1/webhooks/${id}`, badChange), 'FEED_NOT_FOUND');
    expect((await api.get(`/v1/webhooks/${id}`)).body).toMatchObject({ enabled: true });
  });

  it('are tested in one attempt, whatever comes of it', async () => {
    const receiver = await startReceiver();
    const { id, secret } = await create(setup.api, { url: receiver.url });
    const test = () => setup.api.post(`/v1/webhooks/${id}/test`, undefined);
    expect(await test()).toMatchObject({
      status: 200,
      body: { webhook_id: id, status: 'delivered', test: true, log: [{ status: 204 }] },
    });
    expect(secretsOf(receiver, secret)).toBe(true);
    receiver.answer(500);
    expect(await test()).toMatchObject({
      status: 200,
      body: { status: 'failed', last_status: 500 },
    });
    expect((await setup.api.get(`/v1/webhooks/${id}`)).body).toMatchObject({ failing_since: null });
  });

  it('get a new secret, and sign with both for a day', async () => {
    const receiver = await startReceiver();
    const { id, secret } = await create(setup.api, { url: receiver.url });
    const { status, body } = await setup.api.post(`/v1/webhooks/${id}/rotate`, undefined);
    const rotated = body as { secret: string; previous_secret_until: string };
    expect(status).toBe(200);
    expect(rotated.secret).not.toBe(secret);
    expect(Date.parse(rotated.previous_secret_until) - setup.clock.now()).toBe(24 * 3_600_000);
    await setup.api.post(`/v1/webhooks/${id}/test`, undefined);
    expect([secretsOf(receiver, secret), secretsOf(receiver, rotated.secret)]).toEqual([
      true,
      true,
    ]);
  });

  it('are gone once deleted', async () => {
    const { id } = await create(setup.api, { url: 'http://127.0.0.1:2/' });
    const path = `/v1/webhooks/${id}`;
    expect(await setup.api.delete(path)).toMatchObject({
      status: 200,
      body: { id, deleted: true },
    });
    expectError(await setup.api.delete(path), 'WEBHOOK_NOT_FOUND');
  });

  it('of other accounts do not exist, nor do their deliveries', async () => {
    const { webhook, delivery } = await delivered(setup, 'others');
    const { stranger } = setup;
    const path = `/v1/webhooks/${webhook.id}`;
    const since = { since: '2026-01-01' };
    for (const reply of [
      await stranger.get(path),
      await stranger.patch(path, { enabled: false }),
      await stranger.patch(path, {}),
      await stranger.delete(path),
      await stranger.post(`${path}/test`, undefined),
      await stranger.post(`${path}/rotate`, undefined),
      await stranger.post(`${path}/resend`, since),
      await stranger.get(`/v1/deliveries?webhook=${webhook.id}`),
      await setup.api.get(`/v1/webhooks/${NONE}`),
    ]) {
      expectError(reply, 'WEBHOOK_NOT_FOUND');
    }
    const one = `/v1/deliveries/${delivery.id}`;
    expectError(await stranger.get(one), 'DELIVERY_NOT_FOUND');
    expectError(await stranger.post(`${one}/replay`, undefined), 'DELIVERY_NOT_FOUND');
    expect(await list(stranger, '/v1/webhooks')).toEqual([]);
    expect(await list(stranger, '/v1/deliveries')).toEqual([]);
    expect((await setup.api.get(path)).body).toMatchObject({ enabled: true });
  });
});

describeConformance('extension: deliveries', (setup) => {
  it('are shown with their attempts and the event', async () => {
    const { webhook, delivery, receiver } = await delivered(setup, 'shown');
    expect(delivery).toMatchObject({
      webhook_id: webhook.id,
      status: 'delivered',
      attempts: 1,
      last_status: 204,
    });
    const { body } = await setup.api.get(`/v1/deliveries/${delivery.id}`);
    expect(body).toMatchObject({
      ...delivery,
      log: [{ number: 1, status: 204, error: null }],
      event: JSON.parse(receiver.received[0]?.body.toString() ?? ''),
    });
    expect(JSON.stringify(body)).not.toContain(webhook.secret.slice(6));
  });

  it('are listed by webhook, status and time, a page at a time', async () => {
    const first = await delivered(setup, 'earlier');
    setup.clock.advance(3_600_000);
    const between = new Date(setup.clock.now()).toISOString();
    const second = await delivered(setup, 'later');
    const ids = async (query: string) =>
      (await list(setup.api, `/v1/deliveries?${query}`)).map(({ id }) => id);
    const own = `webhook=${first.webhook.id}`;
    const [newest] = await ids(own);
    expect(await ids(own)).toEqual([newest, first.delivery.id]);
    expect(await ids(`${own}&limit=1&offset=1`)).toEqual([first.delivery.id]);
    expect(await ids(`${own}&since=${between}`)).toEqual([newest]);
    expect(await ids(`${own}&since=${between.replace('Z', '%2B00:00')}`)).toEqual([newest]);
    expect(await ids(`${own}&status=failed`)).toEqual([]);
    expect(await ids(`status=delivered&since=${between}`)).toContain(second.delivery.id);
    for (const query of ['status=lost', 'since=yesterday', 'since=2026-13-01', 'limit=0']) {
      expectError(await setup.api.get(`/v1/deliveries?${query}`), 'INVALID_FIELD');
    }
    expectError(await setup.api.get(`/v1/deliveries?webhook=${NONE}`), 'WEBHOOK_NOT_FOUND');
  });

  it('are replayed under the same event id', async () => {
    const { delivery, receiver } = await delivered(setup, 'replayed');
    const reply = await setup.api.post(`/v1/deliveries/${delivery.id}/replay`, undefined);
    expect(reply).toMatchObject({ status: 200, body: { id: delivery.id, status: 'pending' } });
    await setup.service.http.webhooks.deliverDue({ withinMs: 10_000 });
    expect(receiver.ids()).toEqual([delivery.event_id, delivery.event_id]);
  });

  it('that were held are resent once the webhook is enabled', async () => {
    const receiver = await startReceiver();
    const { id } = await create(setup.api, { url: receiver.url });
    await setup.api.patch(`/v1/webhooks/${id}`, { enabled: false });
    await announce(setup, 'held');
    const [held] = await list(setup.api, `/v1/deliveries?webhook=${id}`);
    expect(held).toMatchObject({ status: 'held' });
    const resend = (body: object) => setup.api.post(`/v1/webhooks/${id}/resend`, body);
    const since = new Date(setup.clock.now() - 1000).toISOString();
    expectError(await resend({ since }), 'INVALID_FIELD', /is disabled/);
    const replay = await setup.api.post(`/v1/deliveries/${held?.id}/replay`, undefined);
    expectError(replay, 'INVALID_FIELD', /is disabled/);

    await setup.api.patch(`/v1/webhooks/${id}`, { enabled: true });
    expectError(await resend({}), 'INVALID_FIELD', /"since"/);
    expectError(await resend({ since: 'yesterday' }), 'INVALID_FIELD', /"since"/);
    const future = new Date(setup.clock.now() + 1000).toISOString();
    expect((await resend({ since: future })).body).toEqual({ id, resent: 0 });
    expect((await resend({ since })).body).toEqual({ id, resent: 1 });
    await setup.service.http.webhooks.deliverDue({ withinMs: 10_000 });
    expect(receiver.ids()).toEqual([held?.event_id]);
  });
});
