import { expect, it } from 'vitest';
import {
  drainedWithin,
  msUntil,
  PollLoop,
  type RunningWork,
} from '../../../../src/service/core/async/poll-loop.js';

/** Longer than any test: only something else can end the wait. */
const NEVER_MS = 3_600_000;

/** A loop whose calls return the given waits; after them it waits for ever. */
function loopOf(waits: (number | null | Error)[], work?: RunningWork) {
  const errors: unknown[] = [];
  let calls = 0;
  const loop = new PollLoop({
    async startDue() {
      const wait = waits[calls++] === undefined ? NEVER_MS : waits[calls - 1];
      if (wait instanceof Error) throw wait;
      return wait ?? null;
    },
    onError: (error) => errors.push(error),
    retryMs: 0,
    ...(work === undefined ? {} : { work }),
  });
  return { loop, errors, calls: () => calls };
}

it('checks again without a wait, after a wait, and after an error', async () => {
  const failure = new Error('database is locked');
  const { loop, errors, calls } = loopOf([null, 0, failure]);
  await expect.poll(calls).toBe(4);
  await loop.stop();
  expect([errors, calls()]).toEqual([[failure], 4]);
});

it('leaves requests a round of the event loop between two calls, also without a wait', async () => {
  let round = 0;
  let next = setImmediate(function count() {
    round += 1;
    next = setImmediate(count);
  });
  const rounds: number[] = [];
  const loop = new PollLoop({
    async startDue() {
      rounds.push(round);
      return rounds.length < 5 ? null : NEVER_MS;
    },
    onError: () => undefined,
    retryMs: NEVER_MS,
  });
  await expect.poll(() => rounds.length).toBe(5);
  await loop.stop();
  clearImmediate(next);
  expect(new Set(rounds).size).toBe(5);
});

it('ends its wait when it is nudged or a part of its work ends', async () => {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = { isIdle: false, oneEnded: () => ended, drained: async () => undefined };
  const { loop, calls } = loopOf([], work);
  await expect.poll(calls).toBe(1);
  loop.nudge();
  await expect.poll(calls).toBe(2);
  work.isIdle = true;
  end();
  await expect.poll(calls).toBe(3);
  await loop.stop();
  expect(calls()).toBe(3);
});

it('misses no nudge that arrives while it starts work', async () => {
  let calls = 0;
  const loop: PollLoop = new PollLoop({
    async startDue() {
      calls += 1;
      if (calls === 2) loop.nudge();
      return calls === 1 ? null : NEVER_MS;
    },
    onError: () => undefined,
    retryMs: NEVER_MS,
  });
  await expect.poll(() => calls).toBe(3);
  await loop.stop();
});

it('waits for running work no longer than the grace', async () => {
  const work = (drained: Promise<void>) => ({
    isIdle: false,
    oneEnded: () => drained,
    drained: () => drained,
  });
  expect(await drainedWithin(work(Promise.resolve()), NEVER_MS)).toBe(true);
  expect(await drainedWithin(work(new Promise(() => undefined)), 1)).toBe(false);
});

it('waits until something is due, within limits', () => {
  expect(msUntil(null, 1000, 500)).toBe(500);
  expect(msUntil(1200, 1000, 500)).toBe(200);
  expect(msUntil(1900, 1000, 500)).toBe(500);
  expect(msUntil(900, 1000, 500)).toBe(0);
});
