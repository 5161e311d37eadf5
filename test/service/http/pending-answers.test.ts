import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { PendingAnswers } from '../../../src/service/http/pending-answers.js';

/** An answer that leaves when the test says so. */
class Outgoing extends EventEmitter {
  closed = false;

  close(): void {
    this.closed = true;
    this.emit('close');
  }
}

const outgoing = (): Outgoing & ServerResponse => new Outgoing() as Outgoing & ServerResponse;
const bytes = (length: number) => async () => ({ parts: [new Uint8Array(length)] });

const LIMITS = { maxBytes: 100, maxAccountBytes: 60 };

describe('pending answers', () => {
  it('refuses an account with too many unread bytes, until they are read', async () => {
    const pending = new PendingAnswers(LIMITS);
    const first = outgoing();
    await pending.make('a', first, bytes(70));
    await expect(pending.make('a', outgoing(), bytes(1))).rejects.toMatchObject({
      code: 'OVERLOADED',
      retryAfterSeconds: 10,
    });
    await pending.make('b', outgoing(), bytes(20));
    expect(pending.bytes).toBe(90);
    first.close();
    await pending.make('a', outgoing(), bytes(1));
    expect(pending.bytes).toBe(21);
  });

  it('refuses every account when all of them have too many', async () => {
    const pending = new PendingAnswers(LIMITS);
    await pending.make('a', outgoing(), bytes(50));
    await pending.make('b', outgoing(), bytes(50));
    await expect(pending.make('c', outgoing(), bytes(1))).rejects.toMatchObject({
      code: 'OVERLOADED',
    });
  });

  it('makes a few at once, and none for a client that has left', async () => {
    const pending = new PendingAnswers({ maxBytes: 1e6, maxAccountBytes: 1e6 });
    let making = 0;
    let most = 0;
    const slow = async () => {
      making += 1;
      most = Math.max(most, making);
      await new Promise((resolve) => setImmediate(resolve));
      making -= 1;
      return { parts: [new Uint8Array(1)] };
    };
    const answers = Array.from({ length: 20 }, outgoing);
    const made = answers.map((each) => pending.make('a', each, slow));
    answers[19]?.close();
    expect((await Promise.allSettled(made)).map(({ status }) => status)).toEqual([
      ...Array(19).fill('fulfilled'),
      'rejected',
    ]);
    expect(most).toBe(4);
    for (const each of answers) each.close();
    expect(pending.bytes).toBe(0);
  });

  it('counts shared parts for readers with room, and refuses others', () => {
    const pending = new PendingAnswers(LIMITS);
    const parts = [new Uint8Array(2), new Uint8Array(1)];
    const first = outgoing();
    pending.share('a', first, parts);
    expect(pending.bytes).toBe(3);
    pending.share('a', outgoing(), [new Uint8Array(60)]);
    expect(() => pending.share('a', outgoing(), parts)).toThrow('Too many large answers');
    const gone = outgoing();
    gone.close();
    expect(() => pending.share('b', gone, parts)).toThrow();
    first.close();
    expect(pending.bytes).toBe(60);
  });

  it('counts the answers that are never refused', async () => {
    const pending = new PendingAnswers(LIMITS);
    const created = outgoing();
    pending.hold('a', created, [new Uint8Array(80)]);
    await expect(pending.make('a', outgoing(), bytes(1))).rejects.toThrow('Too many large answers');
    created.close();
    expect(pending.bytes).toBe(0);
  });
});
