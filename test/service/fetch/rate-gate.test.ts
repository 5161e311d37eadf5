import { describe, expect, it } from 'vitest';
import { politenessKey, RateGate } from '../../../src/service/fetch/rate-gate.js';

/** A gate whose waits only advance a clock of its own. */
function gateWithClock(options: { hostConcurrency?: number; hostIntervalMs?: number } = {}) {
  let now = 0;
  const waits: number[] = [];
  const gate = new RateGate({
    ...options,
    clock: { now: () => now },
    globalConcurrency: 4,
    wait: async (ms) => {
      waits.push(ms);
      now += ms;
    },
  });
  return { gate, waits };
}

describe('RateGate', () => {
  it('spaces requests to one registrable domain by a second', async () => {
    const { gate, waits } = gateWithClock();
    for (const host of ['a.example.com', 'b.example.com', 'example.com']) {
      (await gate.enter(host))();
    }
    expect(waits).toEqual([1000, 1000]);
  });

  it('waits for no time that was set before a wrong clock was put back', async () => {
    let now = 86_400_000;
    const waits: number[] = [];
    const gate = new RateGate({
      clock: { now: () => now },
      globalConcurrency: 4,
      wait: async (ms) => waits.push(ms),
    });
    (await gate.enter('example.com'))();
    now = 0;
    for (const host of ['example.com', 'www.example.com']) (await gate.enter(host))();
    expect(waits).toEqual([1000]);
  });

  it('does not make one domain wait for another', async () => {
    const { gate, waits } = gateWithClock();
    (await gate.enter('example.com'))();
    (await gate.enter('example.org'))();
    expect(waits).toEqual([]);
  });

  it('lets two requests in at once and the third when one leaves', async () => {
    const { gate } = gateWithClock();
    const leave = await gate.enter('example.com');
    await gate.enter('example.com');
    let entered = false;
    const third = gate.enter('example.com').then(() => {
      entered = true;
    });
    await Promise.resolve();
    expect(entered).toBe(false);
    leave();
    await third;
    expect(entered).toBe(true);
  });

  it('remembers the spacing of a domain when it forgets those of a thousand idle ones', async () => {
    const { gate, waits } = gateWithClock();
    for (let at = 0; at < 1000; at += 1) (await gate.enter(`site-${at}.com`))();
    (await gate.enter('one-more.com'))();
    (await gate.enter('site-0.com'))();
    expect(waits).toEqual([1000]);
    (await gate.enter('site-0.com'))();
    expect(waits).toEqual([1000, 1000]);
  });

  it('leaves a place once, however often it is told to', async () => {
    const { gate } = gateWithClock({ hostConcurrency: 1, hostIntervalMs: 0 });
    const leave = await gate.enter('example.com');
    leave();
    leave();
    await gate.enter('example.com');
    const controller = new AbortController();
    const waiting = gate.enter('example.com', controller.signal);
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  it('exempts loopback, unless an interval or a concurrency is set', async () => {
    const exempt = gateWithClock();
    const held = gateWithClock({ hostIntervalMs: 250 });
    for (const { gate } of [exempt, held]) {
      (await gate.enter('127.0.0.1'))();
      (await gate.enter('127.0.0.1'))();
    }
    expect(exempt.waits).toEqual([]);
    expect(held.waits).toEqual([250]);
  });

  it('caps what is under way in all', async () => {
    const { gate } = gateWithClock();
    const leaves = await Promise.all(
      ['a.com', 'b.com', 'c.com', 'd.com'].map((h) => gate.enter(h)),
    );
    let entered = false;
    const fifth = gate.enter('e.com').then(() => {
      entered = true;
    });
    await Promise.resolve();
    expect(entered).toBe(false);
    leaves[0]?.();
    await fifth;
  });

  it('gives its place back when it is aborted while waiting', async () => {
    const { gate } = gateWithClock({ hostConcurrency: 1, hostIntervalMs: 0 });
    const leave = await gate.enter('example.com');
    const controller = new AbortController();
    const waiting = gate.enter('example.com', controller.signal);
    controller.abort();
    await expect(waiting).rejects.toThrow();
    leave();
    (await gate.enter('example.com'))();
  });
});

describe('RateGate among several processes', () => {
  it('waits for the turn of all after its own, and gives it back with it', async () => {
    const said: string[] = [];
    const gate = new RateGate({
      clock: { now: () => 0 },
      globalConcurrency: 4,
      sharedRateLimit: {
        async enter(key, { concurrency, intervalMs }) {
          said.push(`enter ${key} ${concurrency} ${intervalMs}`);
          return () => void said.push(`leave ${key}`);
        },
      },
    });
    const leave = await gate.enter('www.example.com');
    expect(said).toEqual(['enter example.com 2 1000']);
    leave();
    leave();
    expect(said).toEqual(['enter example.com 2 1000', 'leave example.com']);
    await gate.enter('127.0.0.1');
    expect(said).toHaveLength(2);
  });

  it('keeps no place of its own when the turn of all is not had', async () => {
    let refusing = true;
    const gate = new RateGate({
      clock: { now: () => 0 },
      hostConcurrency: 1,
      hostIntervalMs: 0,
      globalConcurrency: 1,
      sharedRateLimit: {
        async enter() {
          if (refusing) throw new Error('stopped');
          return () => undefined;
        },
      },
    });
    await expect(gate.enter('example.com')).rejects.toThrow('stopped');
    refusing = false;
    (await gate.enter('example.com'))();
  });
});

describe('politenessKey', () => {
  it.each([
    ['feeds.bbc.co.uk', 'bbc.co.uk'],
    ['www.example.com', 'example.com'],
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '[::1]'],
    ['localhost', 'localhost'],
  ])('%s belongs to %s', (host, key) => {
    expect(politenessKey(host)).toBe(key);
  });
});
