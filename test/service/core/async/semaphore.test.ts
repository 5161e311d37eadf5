import { expect, it } from 'vitest';
import { Semaphore } from '../../../../src/service/core/async/semaphore.js';

it('gives its permits to the first that ask, and each given back to the one who waits longest', async () => {
  const semaphore = new Semaphore(2);
  const held: string[] = [];
  const ask = (name: string, signal?: AbortSignal) =>
    semaphore.acquire(signal).then(
      () => held.push(name),
      (error) => held.push(`${name}: ${error}`),
    );
  const round = () => new Promise(setImmediate);
  expect(semaphore.isIdle(2)).toBe(true);

  const leaving = new AbortController();
  void ask('first');
  void ask('second');
  void ask('third');
  void ask('fourth', leaving.signal);
  void ask('fifth');
  await round();
  expect(held.splice(0)).toEqual(['first', 'second']);
  expect(semaphore.isIdle(0)).toBe(false);

  leaving.abort('gone');
  await round();
  await ask('late', leaving.signal);
  expect(held.splice(0)).toEqual(['fourth: gone', 'late: gone']);
  semaphore.release();
  await round();
  expect(held.splice(0)).toEqual(['third']);
  semaphore.release();
  semaphore.release();
  await round();
  expect(held).toEqual(['fifth']);
  expect([semaphore.isIdle(1), semaphore.isIdle(2)]).toEqual([true, false]);
  semaphore.release();
  expect(semaphore.isIdle(2)).toBe(true);
});

it('is not given back by a signal that comes after the permit', async () => {
  const semaphore = new Semaphore(1);
  const late = new AbortController();
  await semaphore.acquire();
  const second = semaphore.acquire(late.signal);
  const third = semaphore.acquire();
  semaphore.release();
  await second;
  late.abort('too late');
  semaphore.release();
  await expect(third).resolves.toBeUndefined();
});
