import { describe, expect, it } from 'vitest';
import {
  queueLength,
  runBeforeQueued,
  runQueued,
} from '../../../../src/service/core/async/event-loop-queue.js';

describe('work in turns of the event loop', () => {
  it('is done one by one in order of arrival, answers before documents', async () => {
    const done: string[] = [];
    const add = (name: string) => () => void done.push(name);
    const all = [
      runQueued(add('first document')),
      runQueued(add('second document')),
      runBeforeQueued(add('answer')),
      runQueued(add('third document')),
      runBeforeQueued(add('second answer')),
    ];
    expect(queueLength()).toBe(3);
    await new Promise(setImmediate);
    expect(done).toEqual(['answer']);
    await Promise.all(all);

    expect(done).toEqual([
      'answer',
      'second answer',
      'first document',
      'second document',
      'third document',
    ]);
    expect(queueLength()).toBe(0);
  });

  it('goes on after work that failed', async () => {
    const failing = runQueued(() => {
      throw new Error('not well-formed');
    });
    const other = runQueued(() => 'read');

    await expect(failing).rejects.toThrow('not well-formed');
    expect(await other).toBe('read');
  });
});
