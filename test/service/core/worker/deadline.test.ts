import { expect, it } from 'vitest';
import { startDeadline, timeLeft } from '../../../../src/service/core/worker/deadline.js';

it.each([
  ['has just begun', 0, 0, 1000],
  ['had all its time', 1000, 1000, 0],
  ['had half of it, when the other half of the core was somewhere else', 500, 1000, 500],
  ['had none on a machine that gives none', 0, 4000, 0],
  ['shares the process with other threads', 2000, 600, 400],
])('work that %s', (_, usedMs, elapsedMs, left) => {
  expect(timeLeft(1000, usedMs, elapsedMs)).toBe(left);
});

it('ends work that keeps a core busy, and none that is done', async () => {
  let ended = 0;
  const stop = startDeadline(20, () => {
    ended += 1;
  });
  while (ended === 0) await busy(5);
  stop();
  startDeadline(5, () => {
    ended += 1;
  })();
  await busy(50);
  expect(ended).toBe(1);
});

function busy(milliseconds: number): Promise<void> {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
  return new Promise((resolve) => setImmediate(resolve));
}
