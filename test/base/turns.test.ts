import { describe, expect, it } from 'vitest';
import { Turns } from '../../src/base/turns.js';

describe('Turns', () => {
  it('come in order, one at a time for each key, whatever goes wrong for one', async () => {
    const turns = new Turns(10);
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (name === 'a1') throw new Error('a1 fails');
      return name;
    };
    const results = await Promise.allSettled([
      turns.inTurn('a', work('a1')),
      turns.inTurn('a', work('a2')),
      turns.inTurn('b', work('b1')),
      turns.inTurn('a', work('a3')),
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

  it('are for so many: who comes to a full line is told so at once', async () => {
    const turns = new Turns(2);
    let release: () => void = () => undefined;
    const first = turns.inTurn('a', () => new Promise<void>((done) => (release = done)));
    const second = turns.inTurn('a', async () => 'second');
    expect(await turns.inTurn('a', async () => 'third')).toBeNull();
    expect(await turns.inTurn('b', async () => 'other')).toBe('other');
    release();
    await first;
    expect(await second).toBe('second');
    expect(await turns.inTurn('a', async () => 'again')).toBe('again');
  });
});
