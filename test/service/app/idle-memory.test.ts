import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  CHECK_MS,
  collectGarbage,
  type LoopTime,
  releaseMemoryWhenIdle,
} from '../../../src/service/app/idle-memory.js';
import { AnswerCache } from '../../../src/service/http/answer-cache.js';

describe('the memory of a server', () => {
  const loop: LoopTime = { idle: 0, active: 0 };
  let stop: () => void;
  let releases: number;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    releases = 0;
    const answers = new AnswerCache();
    vi.spyOn(answers, 'dropUnused').mockImplementation(() => {
      releases += 1;
    });
    stop = releaseMemoryWhenIdle(answers, () => ({ ...loop }));
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  function pass(share: number): void {
    loop.active += share * CHECK_MS;
    loop.idle += (1 - share) * CHECK_MS;
    vi.advanceTimersByTime(CHECK_MS);
  }

  it('is released once, when it is idle after work', () => {
    pass(0.5);
    expect(releases).toBe(0);
    pass(0.01);
    pass(0.01);
    expect(releases).toBe(1);
  });

  it('is not released after little work', () => {
    pass(0.2);
    pass(0.01);
    expect(releases).toBe(0);
    pass(0.2);
    pass(0.01);
    expect(releases).toBe(1);
  });

  it('is not released while the server works, however long it was idle before', () => {
    for (let check = 0; check < 20; check += 1) pass(0.01);
    pass(0.5);
    expect(releases).toBe(0);
  });

  it('is not released once the server stops', () => {
    pass(0.5);
    stop();
    pass(0.01);
    expect(releases).toBe(0);
  });
});

it('garbage is collected on demand', async () => {
  const garbage = new WeakRef({ of: 'a server' });
  await new Promise(setImmediate);
  await collectGarbage();
  expect(garbage.deref()).toBeUndefined();
});
