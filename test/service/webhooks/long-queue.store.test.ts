import type { ServerResponse } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import {
  type DeliveryLoop,
  startDeliveryLoop,
} from '../../../src/service/webhooks/deliveries/delivery-loop.js';
import { type Receiver, startReceiver } from '../../support/receiver.js';
import { OWNER, type Setup, startSetup } from '../../support/webhooks-setup.js';

/** FEEDCTL_PROOF_DELIVERIES=10000 is the long form: npm run prove queue. */
const WAITING = Number(process.env.FEEDCTL_PROOF_DELIVERIES ?? 60);
const EVENTS = 20;
/** Generous: a delivery takes 6 ms of a core, and a machine may have ten times as much to do. */
const LIMIT_MS = 180_000 + WAITING * 200;
const ROWS_AT_ONCE = 500;

/** Puts deliveries into the queue of a webhook: all due since the clock stands where it does. */
async function fillQueue({ store, clock }: Setup, webhookId: string): Promise<void> {
  const now = clock.now();
  for (let first = 0; first < WAITING; first += ROWS_AT_ONCE) {
    const numbers = Array.from(
      { length: Math.min(ROWS_AT_ONCE, WAITING - first) },
      (_, index) => first + index,
    );
    const events = numbers.map((number) => ({
      id: `waiting-${number}`,
      feed_id: 'f',
      account_id: OWNER.id,
      created_at: now,
      payload: '{}',
    }));
    await store.db.insertInto('events').values(events).execute();
    const deliveries = events.map(({ id }, position) => ({
      id,
      account_id: OWNER.id,
      webhook_id: webhookId,
      event_id: id,
      position,
      is_test: 0 as const,
      status: 'pending' as const,
      attempts: 0,
      failures: 0,
      next_attempt_at: now,
      created_at: now,
    }));
    await store.db.insertInto('deliveries').values(deliveries).execute();
  }
}

/** Announces events one after another, each when the last has arrived; how long each took, in ms. */
async function announceOneByOne(setup: Setup, loop: DeliveryLoop, receiver: Receiver) {
  const times: number[] = [];
  const before = receiver.received.length;
  for (let event = 1; event <= EVENTS; event += 1) {
    await setup.announce(1);
    const announced = performance.now();
    loop.nudge();
    await receiver.count(before + event);
    times.push(performance.now() - announced);
  }
  return times;
}

it(`a receiver gets its events while ${WAITING} deliveries wait for one that hangs, and those later`, {
  timeout: LIMIT_MS,
}, async () => {
  const setup = await startSetup();
  const [slow, quick] = [await startReceiver(), await startReceiver()];
  const hanging: ServerResponse[] = [];
  slow.answer((response) => void hanging.push(response));
  await setup.webhooks.create({ url: quick.url });
  const loop = startDeliveryLoop(setup.deps);
  onTestFinished(() => loop.stop(0));
  report('alone', await announceOneByOne(setup, loop, quick));
  const { id: slowId } = await setup.webhooks.create({ url: slow.url });
  await fillQueue(setup, slowId);
  loop.nudge();
  await slow.count(1);

  report('beside the queue', await announceOneByOne(setup, loop, quick));
  expect(quick.received).toHaveLength(2 * EVENTS);
  // Each of those takes 15 s. Had a delivery waited for one, there would be as many.
  expect(slow.received.length).toBeLessThan(EVENTS / 2);

  slow.answer(204);
  for (const response of hanging) response.writeHead(204).end();
  // What failed meanwhile is due again, on a slow machine after more than one failure.
  const arrived = () => {
    setup.clock.advance(6000);
    return new Set(slow.ids()).size;
  };
  await expect.poll(arrived, { interval: 1000, timeout: LIMIT_MS }).toBe(WAITING + EVENTS);
});

function report(when: string, times: readonly number[]): void {
  if (process.env.FEEDCTL_PROOF_DELIVERIES === undefined) return;
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  process.stdout.write(
    `${when}: delivered after ${at(0.5)} ms (median), ${at(1)} ms (longest), ${EVENTS} events\n`,
  );
}
