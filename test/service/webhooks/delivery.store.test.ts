import { describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../../src/contract/webhook-signature.js';
import { claimDueDeliveries, LEASE_MS } from '../../../src/service/webhooks/deliveries/claim.js';
import { settleDelivery } from '../../../src/service/webhooks/deliveries/settle.js';
import { signaturesOf } from '../../../src/service/webhooks/deliveries/signatures.js';
import { RETRY_DELAYS } from '../../../src/service/webhooks/delivery-schedule.js';
import { IS_REPEATED } from '../../support/database.js';
import { type Received, startReceiver } from '../../support/receiver.js';
import { startSetup } from '../../support/webhooks-setup.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

async function withWebhook() {
  const [setup, receiver] = [await startSetup(), await startReceiver()];
  const webhook = await setup.webhooks.create({ url: receiver.url });
  return { ...setup, receiver, webhook };
}

function verified(message: Received | undefined, secrets: string[], now: number) {
  return verifyWebhook({
    scheme: 'standard',
    secrets,
    headers: message?.headers ?? {},
    body: message?.body ?? Buffer.alloc(0),
    now: now / 1000,
  });
}

describe.skipIf(IS_REPEATED)('a delivery', () => {
  it('is a signed POST of the event under its id', async () => {
    const { announce, deliver, deliveries, events, receiver, webhook, clock } = await withWebhook();
    await announce(2);
    await deliver();

    const [event] = await events();
    const [message, ...more] = receiver.received;
    expect(more).toEqual([]);
    expect(message).toMatchObject({
      method: 'POST',
      path: '/hook',
      headers: {
        'content-type': 'application/json',
        'user-agent': expect.stringMatching(/^feedctl\//),
        'webhook-id': event?.id,
        'webhook-timestamp': String(clock.now() / 1000),
      },
    });
    expect(JSON.parse(String(message?.body))).toEqual(event);
    expect(verified(message, [webhook.secret], clock.now())).toMatchObject({ ok: true });
    expect(verified(message, ['whsec_AAAA'], clock.now())).toMatchObject({ ok: false });
    expect(await deliveries()).toMatchObject([
      { status: 'delivered', attempts: 1, last_status: 204, last_error: null, test: false },
    ]);
  });

  it('carries the signatures of both secrets for a day after a rotation', async () => {
    const { announce, deliver, receiver, webhook, webhooks, clock } = await withWebhook();
    const { secret } = await webhooks.rotate(webhook.id);
    const signedWith = async () => {
      await announce(1);
      await deliver();
      const message = receiver.received.at(-1);
      return {
        fresh: verified(message, [secret], clock.now()).ok,
        old: verified(message, [webhook.secret], clock.now()).ok,
        signatures: String(message?.headers['webhook-signature']).split(' ').length,
      };
    };
    expect(await signedWith()).toEqual({ fresh: true, old: true, signatures: 2 });
    clock.advance(DAY - 1);
    expect(await signedWith()).toEqual({ fresh: true, old: true, signatures: 2 });
    clock.advance(1);
    expect(await signedWith()).toEqual({ fresh: true, old: false, signatures: 1 });
  });

  it('is logged with what was sent and answered, but neither signature nor keys', async () => {
    const { announce, deliver, deliveries, webhooks, webhook, receiver } = await withWebhook();
    await webhooks.update(webhook.id, { url: `${receiver.url}?token=hidden` });
    receiver.answer((response) =>
      response
        .writeHead(500, { 'x-request-id': '7', 'set-cookie': 'session=hidden' })
        .end(`no\0${'x'.repeat(100_000)}`),
    );
    await announce(1);
    await deliver();

    const [delivery] = await deliveries();
    const { log, event } = await webhooks.delivery(delivery?.id ?? '');
    expect(log).toEqual([
      {
        number: 1,
        at: '2026-01-15T12:00:00.000Z',
        duration_ms: expect.any(Number),
        status: 500,
        error: 'The receiver returned HTTP 500; a receiver must return 2xx to accept an event.',
        request: expect.stringMatching(
          /^POST http:\/\/127\.0\.0\.1:\d+\/hook\?…\nwebhook-id: evt_/,
        ),
        response: expect.stringMatching(
          /^HTTP 500\nx-request-id: 7\nset-cookie: \*\*\*\n(?:.+\n)*\nnox{998}…$/,
        ),
      },
    ]);
    expect(log[0]?.request).toContain('"type":"feed_update"');
    expect(JSON.stringify(log)).not.toMatch(/v1,|whsec_|hidden/);
    expect(event).toMatchObject({ id: delivery?.event_id });
  });

  it('has the signature it was sent with, though the log has none', async () => {
    const { announce, deliver, deliveries, deps, owner, receiver, webhooks } = await withWebhook();
    await announce(1);
    await deliver();
    const [delivery] = await deliveries();
    const details = await webhooks.delivery(delivery?.id ?? '');
    const signature = String(receiver.received[0]?.headers['webhook-signature']);
    expect([...(await signaturesOf(deps, owner, details))]).toEqual([[1, signature]]);
  });

  it('is not carried elsewhere by a redirect', async () => {
    const { announce, deliver, deliveries, receiver } = await withWebhook();
    const elsewhere = await startReceiver();
    receiver.answer((response) => response.writeHead(307, { location: elsewhere.url }).end());
    await announce(1);
    await deliver();
    expect(elsewhere.received).toEqual([]);
    expect(await deliveries()).toMatchObject([
      { status: 'pending', last_status: 307, last_error: expect.stringContaining('redirect') },
    ]);
  });

  it('that nobody answers is a failure in words', async () => {
    const { announce, deliver, deliveries, receiver } = await withWebhook();
    await receiver.close();
    await announce(1);
    await deliver();
    expect(await deliveries()).toMatchObject([
      { status: 'pending', last_status: null, last_error: expect.stringMatching(/refused/) },
    ]);
  });

  it('that is never answered is broken off in time', async () => {
    const { announce, deliver, deliveries, receiver } = await withWebhook();
    receiver.answer(() => undefined);
    await announce(1);
    await deliver(50);
    expect(await deliveries()).toMatchObject([
      { status: 'pending', last_status: null, last_error: expect.stringMatching(/timeout/) },
    ]);
  });

  it('is vetted at every connection, too', async () => {
    const { announce, deliver, deliveries, store } = await withWebhook();
    await store.db.updateTable('webhooks').set({ url: 'http://169.254.169.254/' }).execute();
    await announce(1);
    await deliver();
    expect(await deliveries()).toMatchObject([
      { status: 'pending', last_error: expect.stringMatching(/metadata/) },
    ]);
  });
});

describe.skipIf(IS_REPEATED)('retries', () => {
  it('come after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, then the delivery is given up', async () => {
    const { announce, deliver, deliveries, receiver, clock, events } = await withWebhook();
    receiver.answer(503);
    await announce(1);
    for (const delay of RETRY_DELAYS) {
      await deliver();
      clock.advance(delay - 1);
      const before = receiver.received.length;
      await deliver();
      expect(receiver.received).toHaveLength(before);
      clock.advance(1);
    }
    await deliver();
    expect(receiver.received).toHaveLength(10);
    expect(new Set(receiver.ids())).toEqual(new Set([(await events())[0]?.id]));
    expect(await deliveries()).toMatchObject([
      { status: 'failed', attempts: 10, next_attempt_at: null },
    ]);
    clock.advance(30 * DAY);
    await deliver();
    expect(receiver.received).toHaveLength(10);
  });

  it('wait as long as the receiver asks', async () => {
    const { announce, deliver, deliveries, receiver } = await withWebhook();
    receiver.answer((response) => response.writeHead(429, { 'retry-after': '3600' }).end());
    await announce(1);
    await deliver();
    expect(await deliveries()).toMatchObject([{ next_attempt_at: '2026-01-15T13:00:00.000Z' }]);
  });

  it('end with the first success, which clears the record', async () => {
    const { announce, deliver, deliveries, receiver, clock, webhooks, webhook } =
      await withWebhook();
    receiver.answer(500);
    await announce(1);
    await deliver();
    expect(await webhooks.get(webhook.id)).toMatchObject({
      failing_since: '2026-01-15T12:00:00.000Z',
      last_success_at: null,
    });
    receiver.answer(200);
    clock.advance(5000);
    await deliver();
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempts: 2 }]);
    expect(await webhooks.get(webhook.id)).toMatchObject({
      failing_since: null,
      last_success_at: '2026-01-15T12:00:05.000Z',
    });
  });
});

describe('switching off', () => {
  it.skipIf(IS_REPEATED)(
    'at once by 410; what waits and what is announced from then on is held',
    async () => {
      const { announce, deliver, deliveries, receiver, webhooks, webhook } = await withWebhook();
      receiver.answer(410);
      await announce(250);
      await deliver();
      expect(await webhooks.get(webhook.id)).toMatchObject({
        enabled: false,
        disabled_reason: 'The receiver returned 410 Gone: it wants no more deliveries.',
      });
      await announce(1);
      const before = receiver.received.length;
      await deliver();
      expect(receiver.received).toHaveLength(before);
      expect((await deliveries()).map(({ status }) => status)).toEqual(Array(4).fill('held'));
    },
  );

  it.skipIf(IS_REPEATED)(
    'after five days without a success, judged when an attempt fails',
    async () => {
      const { announce, deliver, receiver, clock, webhooks, webhook } = await withWebhook();
      receiver.answer(500);
      await announce(1);
      await deliver();
      clock.advance(5 * DAY - 1);
      await deliver();
      expect(await webhooks.get(webhook.id)).toMatchObject({ enabled: true });
      clock.advance(20 * DAY);
      expect(await webhooks.get(webhook.id)).toMatchObject({ enabled: true });
      await deliver();
      expect(await webhooks.get(webhook.id)).toMatchObject({
        enabled: false,
        disabled_reason: 'No delivery has succeeded since 2026-01-15.',
      });
    },
  );

  it.skipIf(IS_REPEATED)(
    'held deliveries come when they are asked for, not by themselves',
    async () => {
      const { announce, deliver, deliveries, receiver, clock, webhooks, webhook } =
        await withWebhook();
      await webhooks.disable(webhook.id);
      await announce(1);
      clock.advance(HOUR);
      const since = clock.now();
      await announce(1);
      await expect(webhooks.resend(webhook.id, since)).rejects.toMatchObject({
        message: expect.stringMatching(/disabled.*manually.*Enable it first/),
      });
      await webhooks.enable(webhook.id);
      await deliver();
      expect(receiver.received).toEqual([]);
      expect(await webhooks.resend(webhook.id, since)).toEqual({ id: webhook.id, resent: 1 });
      await deliver();
      expect((await deliveries()).map(({ status }) => status)).toEqual(['delivered', 'held']);
    },
  );
});

describe.skipIf(IS_REPEATED)('sending again', () => {
  it('one delivery, under the same event id, with the schedule before it', async () => {
    const { announce, deliver, deliveries, receiver, webhooks } = await withWebhook();
    await announce(1);
    await deliver();
    const [first] = await deliveries();
    receiver.answer(500);
    expect(await webhooks.replay(first?.id ?? '')).toMatchObject({ status: 'pending' });
    await deliver();
    const [again] = await deliveries();
    expect(again).toMatchObject({
      id: first?.id,
      status: 'pending',
      attempts: 2,
      next_attempt_at: '2026-01-15T12:00:05.000Z',
    });
    expect(receiver.ids()).toEqual([first?.event_id, first?.event_id]);
    await expect(webhooks.replay('dlv_nothing')).rejects.toMatchObject({
      code: 'DELIVERY_NOT_FOUND',
    });
  });

  it('everything since a time, under the same event ids; no tests', async () => {
    const { announce, deliver, receiver, clock, webhooks, webhook } = await withWebhook();
    await announce(1);
    await deliver();
    clock.advance(MINUTE);
    const since = clock.now();
    await announce(1);
    await deliver();
    const { event_id: tested } = await webhooks.test(webhook.id);
    clock.advance(MINUTE);
    await announce(1);
    await deliver();
    const [, second, test, third] = receiver.ids();
    expect(test).toBe(tested);
    expect(await webhooks.resend(webhook.id, since)).toEqual({ id: webhook.id, resent: 2 });
    await deliver();
    // Two are under way at once, so which comes first is open.
    expect(receiver.ids().slice(4).sort()).toEqual([second, third].sort());
  });
});

describe.skipIf(IS_REPEATED)('a test', () => {
  it('is sent at once and told of, whatever it comes to', async () => {
    const { webhooks, webhook, receiver, clock } = await withWebhook();
    const sent = await webhooks.test(webhook.id);
    expect(sent).toMatchObject({
      webhook_id: webhook.id,
      status: 'delivered',
      test: true,
      log: [{ number: 1, status: 204, error: null }],
      event: { type: 'feed_update' },
    });
    const [message] = receiver.received;
    expect(verified(message, [webhook.secret], clock.now())).toMatchObject({ ok: true });
    expect(message?.headers['webhook-id']).toBe(sent.event_id);

    receiver.answer(410);
    expect(await webhooks.test(webhook.id)).toMatchObject({ status: 'failed', last_status: 410 });
    expect(await webhooks.get(webhook.id)).toMatchObject({ enabled: true, failing_since: null });
  });

  it('belongs to its request while it is under way: no loop takes it', async () => {
    const { webhooks, webhook, receiver, store, clock } = await withWebhook();
    let dueMeanwhile: Promise<unknown[]> = Promise.resolve(['not asked']);
    receiver.answer((response) => {
      const limits = { limit: 10, failingLimit: 10, leaseMs: LEASE_MS };
      dueMeanwhile = claimDueDeliveries(store, { ...limits, now: clock.now() });
      void dueMeanwhile.finally(() => response.writeHead(204).end());
    });
    expect(await webhooks.test(webhook.id)).toMatchObject({ status: 'delivered' });
    expect(await dueMeanwhile).toEqual([]);
  });

  it('goes to a webhook that is switched off, too', async () => {
    const { webhooks, webhook } = await withWebhook();
    await webhooks.disable(webhook.id);
    expect(await webhooks.test(webhook.id)).toMatchObject({ status: 'delivered' });
  });
});

describe('after an outage', () => {
  it.each([500, 503])(
    'of HTTP %i the rest follows the first success, the oldest first',
    async (status) => {
      const { announce, deliver, deliveries, receiver, clock } = await withWebhook();
      receiver.answer(status);
      const made: string[] = [];
      for (let count = 0; count < 5; count += 1) {
        await announce(1);
        made.push((await deliveries())[0]?.event_id ?? '');
        await deliver();
        clock.advance(12 * MINUTE);
        await deliver();
      }
      receiver.answer(204);
      const before = receiver.received.length;
      // By then only the newest is due again.
      clock.advance(30_000);
      await announce(1);
      made.push((await deliveries())[0]?.event_id ?? '');
      await deliver();
      const arrived = receiver.ids().slice(before);
      expect([...arrived].sort()).toEqual([...made].sort());
      const [first] = arrived;
      const expected = made.filter((id) => id !== first);
      // Two are under way at once, so that each may be a place off.
      for (const [place, id] of arrived.slice(1).entries()) {
        expect(Math.abs(expected.indexOf(id) - place)).toBeLessThanOrEqual(1);
      }
      expect(await deliveries()).toMatchObject(made.map(() => ({ status: 'delivered' })));
    },
  );

  it.skipIf(IS_REPEATED)('nothing is released that was refused for what it says', async () => {
    const { announce, deliver, deliveries, receiver, clock } = await withWebhook();
    receiver.answer(422);
    await announce(1);
    await deliver();
    clock.advance(4 * MINUTE);
    await deliver();
    clock.advance(4 * MINUTE);
    receiver.answer(204);
    await announce(1);
    await deliver();
    expect((await deliveries()).map(({ status }) => status)).toEqual(['delivered', 'pending']);
  });
});

describe('leases', () => {
  const query = (now: number) => ({ limit: 10, failingLimit: 10, now, leaseMs: LEASE_MS });

  it('keep a delivery for one, and run out by themselves', async () => {
    const { announce, deliver, receiver, clock, store } = await withWebhook();
    await announce(1);
    expect(await claimDueDeliveries(store, query(clock.now()))).toHaveLength(1);
    expect(await claimDueDeliveries(store, query(clock.now()))).toEqual([]);
    clock.advance(LEASE_MS);
    await deliver();
    expect(receiver.received).toHaveLength(1);
  });

  it.skipIf(IS_REPEATED)('that were lost store nothing', async () => {
    const { announce, deliver, deliveries, clock, store, deps, webhooks, webhook } =
      await withWebhook();
    await announce(1);
    const [claimed] = await claimDueDeliveries(store, query(clock.now()));
    if (claimed === undefined) throw new Error('Nothing was due.');
    clock.advance(LEASE_MS);
    await deliver();
    const before = [await deliveries(), await webhooks.get(webhook.id)];
    const late = { at: 0, durationMs: 1, status: 410, retryAfterMs: null, request: '' };
    const later = { gone: 'gone', continueAt: null, nextMessageAt: null };
    const attempt = { ...late, ...later, error: 'gone', response: null };
    expect(await settleDelivery(deps, claimed, attempt)).toBeNull();
    expect([await deliveries(), await webhooks.get(webhook.id)]).toEqual(before);
  });

  it.skipIf(IS_REPEATED)(
    'are two a webhook at once, one while it fails, whoever claims',
    async () => {
      const { announce, deliver, clock, store, receiver } = await withWebhook();
      for (let count = 0; count < 5; count += 1) await announce(1);
      expect(await claimDueDeliveries(store, query(clock.now()))).toHaveLength(2);
      expect(await claimDueDeliveries(store, query(clock.now()))).toHaveLength(0);
      clock.advance(LEASE_MS);
      receiver.answer(500);
      await deliver();
      clock.advance(MINUTE);
      expect(await claimDueDeliveries(store, query(clock.now()))).toHaveLength(1);
      expect(await claimDueDeliveries(store, query(clock.now()))).toHaveLength(0);
    },
  );

  it('go to accounts in turns, and never all to one', async () => {
    const { announce, clock, store, webhooks, receiver } = await withWebhook();
    for (let count = 0; count < 9; count += 1) await webhooks.create({ url: receiver.url });
    await announce(1);
    const { db } = store;
    const owner = await db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow();
    await db
      .insertInto('accounts')
      .values({ ...owner, id: 'other', name: 'other' })
      .execute();
    const [last] = await db
      .selectFrom('webhooks')
      .select('id')
      .orderBy('created_at')
      .limit(1)
      .execute();
    const id = last?.id ?? '';
    const account_id = 'other' as never;
    await db.updateTable('webhooks').set({ account_id }).where('id', '=', id).execute();
    await db
      .updateTable('deliveries')
      .set({ account_id, next_attempt_at: clock.now() })
      .where('webhook_id', '=', id)
      .execute();
    await db
      .updateTable('deliveries')
      .set({ next_attempt_at: clock.now() - 1000 })
      .where('webhook_id', '<>', id)
      .execute();
    const claim = async (limit: number, running = new Map<string, number>()) => {
      const limits = { ...query(clock.now()), limit, accountLimit: 3, running };
      const claimed = await claimDueDeliveries(store, limits);
      return claimed.map((delivery) => delivery.account_id).sort();
    };
    expect(await claim(2)).toEqual(['other', 'owner']);
    expect(await claim(9, new Map([['owner', 1]]))).toEqual(['owner', 'owner']);
    expect(await claim(9, new Map([['owner', 3]]))).toEqual([]);
  });

  it.skipIf(IS_REPEATED)(
    'go to every webhook that has something due, those that fail last of all',
    async () => {
      const { announce, deliver, clock, store, webhooks, receiver } = await withWebhook();
      const failing = await startReceiver();
      failing.answer(500);
      const bad = await Promise.all([1, 2, 3].map(() => webhooks.create({ url: failing.url })));
      await announce(1);
      await deliver();
      clock.advance(5000);
      await announce(1);
      const claimed = await claimDueDeliveries(store, { ...query(clock.now()), failingLimit: 2 });
      const ids = new Set(bad.map(({ id }) => id));
      expect(claimed.filter(({ webhook_id }) => ids.has(webhook_id))).toHaveLength(2);
      expect(claimed).toHaveLength(3);
      expect(receiver.received).toHaveLength(1);
    },
  );
});
