import { describe, expect, it } from 'vitest';
import { abortable, linkSignals } from '../../src/base/abort.js';

describe('linked signals', () => {
  it('abort with the reason of the first that does', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const { signal } = linkSignals(one.signal, undefined, other.signal);
    expect(signal.aborted).toBe(false);
    other.abort('second');
    one.abort('first');
    expect(signal.reason).toBe('second');
  });

  it('are aborted at once where one is, and by hand', () => {
    expect(linkSignals(AbortSignal.abort('before')).signal.reason).toBe('before');
    const linked = linkSignals();
    linked.abort('by hand');
    expect(linked.signal.reason).toBe('by hand');
  });

  it('let go of what was released', () => {
    const source = new AbortController();
    const { signal, release } = linkSignals(source.signal);
    release();
    source.abort();
    expect(signal.aborted).toBe(false);
  });
});

describe('work that can be aborted', () => {
  const never = new Promise(() => {});

  it('has its result, or its failure', async () => {
    const { signal } = new AbortController();
    expect(await abortable('now', signal)).toBe('now');
    await expect(abortable(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  });

  it('ends with the reason as soon as it is aborted', async () => {
    const controller = new AbortController();
    const stopped = expect(abortable(never, controller.signal)).rejects.toBe('enough');
    controller.abort('enough');
    await stopped;
    await expect(abortable(never, AbortSignal.abort('before'))).rejects.toBe('before');
  });
});
