import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/service/core/time.js';
import { startInstance } from '../../../src/service/operation/start-instance.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { deliverDue } from '../../../src/service/webhooks/deliveries/deliver-due.js';
import { startDeliveryLoop } from '../../../src/service/webhooks/deliveries/delivery-loop.js';
import { loadWebhooks } from '../../../src/service/webhooks/load-webhooks.js';
import { startReceiver } from '../../support/receiver.js';
import { type Setup, startSetup } from '../../support/webhooks-setup.js';

function startLoop({ deps }: Setup) {
  const loop = startDeliveryLoop(deps);
  onTestFinished(() => loop.stop(0));
  return loop;
}

describe('the loop', () => {
  it('delivers to one webhook while others hang', async () => {
    const setup = await startSetup();
    const [slow, quick] = [await startReceiver(), await startReceiver()];
    slow.answer(() => undefined);
    for (let made = 0; made < 20; made += 1) await setup.webhooks.create({ url: slow.url });
    await setup.webhooks.create({ url: quick.url });
    startLoop(setup);
    for (let made = 0; made < 5; made += 1) await setup.announce(1);
    // None of the others is ever answered, so all of these came past them.
    await quick.count(5);
    await slow.count(40);
    expect(slow.received).toHaveLength(40);
  });

  it('sees what another process wrote', async () => {
    const setup = await startSetup();
    const receiver = await startReceiver();
    await setup.webhooks.create({ url: receiver.url });
    const store = await openStore(setup.databasePath, setup.clock);
    onTestFinished(() => store.close());
    startLoop({ ...setup, deps: { ...setup.deps, store } });
    await setup.announce(1);
    await receiver.count(1);
  });

  it('gives back what it cannot finish when it is stopped', async () => {
    const setup = await startSetup();
    const receiver = await startReceiver();
    await setup.webhooks.create({ url: receiver.url });
    receiver.answer(() => undefined);
    const loop = startLoop(setup);
    await setup.announce(1);
    loop.nudge();
    await receiver.count(1);
    await loop.stop(0);
    const [delivery] = await setup.deliveries();
    expect(delivery).toMatchObject({ status: 'pending', attempts: 0 });
    receiver.answer(204);
    await setup.deliver();
    expect(await setup.deliveries()).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    expect(receiver.ids()).toEqual([delivery?.event_id, delivery?.event_id]);
  });

  it('lets attempts under way finish when it is stopped', async () => {
    const setup = await startSetup();
    const receiver = await startReceiver();
    await setup.webhooks.create({ url: receiver.url });
    let finish = () => {};
    receiver.answer((response) => {
      finish = () => response.writeHead(204).end();
    });
    const loop = startLoop(setup);
    await setup.announce(1);
    loop.nudge();
    await receiver.count(1);
    const stopped = loop.stop(60_000);
    finish();
    await stopped;
    expect(await setup.deliveries()).toMatchObject([{ status: 'delivered' }]);
  });
});

describe('deliverDue', () => {
  it('attempts everything that is due, a queue too, and counts', async () => {
    const setup = await startSetup();
    const [good, bad] = [await startReceiver(), await startReceiver()];
    bad.answer(500);
    await setup.webhooks.create({ url: good.url });
    await setup.webhooks.create({ url: bad.url });
    for (let made = 0; made < 7; made += 1) await setup.announce(1);
    const summary = await deliverDue(setup.deps, { withinMs: 60_000 });
    expect(summary).toEqual({ delivered: 7, failed: 7 });
    expect(await deliverDue(setup.deps, { withinMs: 60_000 })).toEqual({ delivered: 0, failed: 0 });
  });

  it('leaves nothing that is due, however claims and answers meet', async () => {
    const setup = await startSetup();
    const receiver = await startReceiver();
    await setup.webhooks.create({ url: receiver.url });
    const events = 60;
    for (let made = 0; made < events; made += 1) await setup.announce(1);
    expect(await deliverDue(setup.deps, { withinMs: 60_000 })).toEqual({
      delivered: events,
      failed: 0,
    });
  });

  it('makes no more attempts than asked for', async () => {
    const setup = await startSetup();
    const receiver = await startReceiver();
    await setup.webhooks.create({ url: receiver.url });
    for (let made = 0; made < 5; made += 1) await setup.announce(1);
    expect(await deliverDue(setup.deps, { withinMs: 60_000, limit: 3 })).toMatchObject({
      delivered: 3,
    });
    expect(receiver.received).toHaveLength(3);
  });

  it('breaks off in time, and that is a failed attempt like any other', async () => {
    const setup = await startSetup();
    const receiver = await startReceiver();
    receiver.answer(() => undefined);
    await setup.webhooks.create({ url: receiver.url });
    await setup.announce(1);
    expect(await deliverDue(setup.deps, { withinMs: 1100 })).toEqual({ delivered: 0, failed: 1 });
    expect(await setup.deliveries()).toMatchObject([{ status: 'pending', attempts: 1 }]);
  });

  it('gives back what is under way when the command is interrupted', async () => {
    const setup = await startSetup();
    const receiver = await startReceiver();
    receiver.answer(() => undefined);
    await setup.webhooks.create({ url: receiver.url });
    await setup.announce(1);
    const interruption = new AbortController();
    const done = deliverDue(setup.deps, { withinMs: 60_000, signal: interruption.signal });
    await receiver.count(1);
    interruption.abort();
    expect(await done).toEqual({ delivered: 0, failed: 0 });
    expect(await setup.deliveries()).toMatchObject([{ status: 'pending', attempts: 0 }]);
  });

  it('is left to a serve that is up and delivers', async () => {
    const setup = await startSetup();
    const webhooks = loadWebhooks({ ...setup.deps, clock: systemClock }, {});
    const where = { listenUrl: null, publicUrl: null };
    const api = await startInstance(setup.store, systemClock, { role: 'api', ...where });
    expect(await webhooks.deliverDue({ withinMs: 1000 })).toEqual({ delivered: 0, failed: 0 });
    for (const role of ['worker', 'no-refresh', 'all'] as const) {
      const serve = await startInstance(setup.store, systemClock, { role, ...where });
      expect(await webhooks.deliverDue({ withinMs: 1000 })).toBeNull();
      await serve.stop();
    }
    await api.stop();
  });
});
