import { describe, expect, it } from 'vitest';
import { KeyedQueue } from '../../src/base/keyed-queue.js';

describe('KeyedQueue', () => {
  it('runs the work of a key in order, one at a time, also after a failure', async () => {
    const queue = new KeyedQueue(10);
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (name === 'a1') throw new Error('a1 fails');
      return name;
    };
    const results = await Promise.allSettled([
      queue.run('a', work('a1')),
      queue.run('a', work('a2')),
      queue.run('b', work('b1')),
      queue.run('a', work('a3')),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    const ofA = log.filter((line) => line.startsWith('a'));
    expect(ofA).toEqual(['a1', 'a2', 'a3'].flatMap((name) => [`${name} begins`, `${name} ends`]));
    expect(log.indexOf('b1 begins')).toBeLessThan(log.indexOf('a2 begins'));
  });

  it('returns null at once when the queue of a key is full', async () => {
    const queue = new KeyedQueue(2);
    let release: () => void = () => undefined;
    const first = queue.run('a', () => new Promise<void>((done) => (release = done)));
    const second = queue.run('a', async () => 'second');
    expect(await queue.run('a', async () => 'third')).toBeNull();
    expect(await queue.run('b', async () => 'other')).toBe('other');
    release();
    await first;
    expect(await second).toBe('second');
    expect(await queue.run('a', async () => 'again')).toBe('again');
  });
});
