import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/service/core/clock.js';
import { startInstance } from '../../../src/service/instances/start-instance.js';
import { openStore } from '../../../src/service/store/open-store.js';
import { deliverDue } from '../../../src/service/webhooks/deliveries/deliver-due.js';
import { startDeliveryLoop } from '../../../src/service/webhooks/deliveries/delivery-loop.js';
import { loadWebhooks } from '../../../src/service/webhooks/load-webhooks.js';
import { startReceiver } from '../../support/receiver.js';
import { type Bench, startBench } from './workbench.js';

function startLoop({ deps }: Bench) {
  const loop = startDeliveryLoop(deps);
  onTestFinished(() => loop.stop(0));
  return loop;
}

describe('the loop', () => {
  it('delivers to one webhook while others hang', async () => {
    const bench = await startBench();
    const [slow, quick] = [await startReceiver(), await startReceiver()];
    slow.answer(() => undefined);
    for (let made = 0; made < 20; made += 1) await bench.webhooks.create({ url: slow.url });
    await bench.webhooks.create({ url: quick.url });
    startLoop(bench);
    for (let made = 0; made < 5; made += 1) await bench.announce(1);
    // None of the others is ever answered, so all of these came past them.
    await quick.count(5);
    await slow.count(40);
    expect(slow.received).toHaveLength(40);
  });

  it('sees what another process wrote', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    await bench.webhooks.create({ url: receiver.url });
    const store = await openStore(bench.databasePath, bench.clock);
    onTestFinished(() => store.close());
    startLoop({ ...bench, deps: { ...bench.deps, store } });
    await bench.announce(1);
    await receiver.count(1);
  });

  it('gives back what it cannot finish when it is stopped', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    await bench.webhooks.create({ url: receiver.url });
    receiver.answer(() => undefined);
    const loop = startLoop(bench);
    await bench.announce(1);
    loop.nudge();
    await receiver.count(1);
    await loop.stop(0);
    const [delivery] = await bench.deliveries();
    expect(delivery).toMatchObject({ status: 'pending', attempts: 0 });
    receiver.answer(204);
    await bench.deliver();
    expect(await bench.deliveries()).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    expect(receiver.ids()).toEqual([delivery?.event_id, delivery?.event_id]);
  });

  it('lets attempts under way finish when it is stopped', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    await bench.webhooks.create({ url: receiver.url });
    let finish = () => {};
    receiver.answer((response) => {
      finish = () => response.writeHead(204).end();
    });
    const loop = startLoop(bench);
    await bench.announce(1);
    loop.nudge();
    await receiver.count(1);
    const stopped = loop.stop(60_000);
    finish();
    await stopped;
    expect(await bench.deliveries()).toMatchObject([{ status: 'delivered' }]);
  });
});

describe('deliverDue', () => {
  it('attempts everything that is due, a queue too, and counts', async () => {
    const bench = await startBench();
    const [good, bad] = [await startReceiver(), await startReceiver()];
    bad.answer(500);
    await bench.webhooks.create({ url: good.url });
    await bench.webhooks.create({ url: bad.url });
    for (let made = 0; made < 7; made += 1) await bench.announce(1);
    const summary = await deliverDue(bench.deps, { withinMs: 60_000 });
    expect(summary).toEqual({ delivered: 7, failed: 7 });
    expect(await deliverDue(bench.deps, { withinMs: 60_000 })).toEqual({ delivered: 0, failed: 0 });
  });

  it('leaves nothing that is due, however claims and answers meet', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    await bench.webhooks.create({ url: receiver.url });
    const events = 60;
    for (let made = 0; made < events; made += 1) await bench.announce(1);
    expect(await deliverDue(bench.deps, { withinMs: 60_000 })).toEqual({
      delivered: events,
      failed: 0,
    });
  });

  it('makes no more attempts than asked for', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    await bench.webhooks.create({ url: receiver.url });
    for (let made = 0; made < 5; made += 1) await bench.announce(1);
    expect(await deliverDue(bench.deps, { withinMs: 60_000, limit: 3 })).toMatchObject({
      delivered: 3,
    });
    expect(receiver.received).toHaveLength(3);
  });

  it('breaks off in time, and that is a failed attempt like any other', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    receiver.answer(() => undefined);
    await bench.webhooks.create({ url: receiver.url });
    await bench.announce(1);
    expect(await deliverDue(bench.deps, { withinMs: 1100 })).toEqual({ delivered: 0, failed: 1 });
    expect(await bench.deliveries()).toMatchObject([{ status: 'pending', attempts: 1 }]);
  });

  it('gives back what is under way when the command is interrupted', async () => {
    const bench = await startBench();
    const receiver = await startReceiver();
    receiver.answer(() => undefined);
    await bench.webhooks.create({ url: receiver.url });
    await bench.announce(1);
    const interruption = new AbortController();
    const done = deliverDue(bench.deps, { withinMs: 60_000, signal: interruption.signal });
    await receiver.count(1);
    interruption.abort();
    expect(await done).toEqual({ delivered: 0, failed: 0 });
    expect(await bench.deliveries()).toMatchObject([{ status: 'pending', attempts: 0 }]);
  });

  it('is left to a serve that is up and delivers', async () => {
    const bench = await startBench();
    const webhooks = loadWebhooks({ ...bench.deps, clock: systemClock }, {});
    const where = { listenUrl: null, publicUrl: null };
    const api = await startInstance(bench.store, systemClock, { role: 'api', ...where });
    expect(await webhooks.deliverDue({ withinMs: 1000 })).toEqual({ delivered: 0, failed: 0 });
    for (const role of ['worker', 'no-refresh', 'all'] as const) {
      const serve = await startInstance(bench.store, systemClock, { role, ...where });
      expect(await webhooks.deliverDue({ withinMs: 1000 })).toBeNull();
      await serve.stop();
    }
    await api.stop();
  });
});
