import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapInOrder } from '../../../src/cli/bulk/in-order.js';

async function collect<T>(rows: AsyncIterable<T>): Promise<{ all: T[]; error: unknown }> {
  const all: T[] = [];
  try {
    for await (const row of rows) all.push(row);
  } catch (error) {
    return { all, error };
  }
  return { all, error: undefined };
}

/** Work that ends only when told to, in whatever order. */
class Desk {
  readonly waiting = new Map<number, () => void>();
  most = 0;

  work = async (item: number): Promise<number> => {
    await new Promise<void>((resolve) => {
      this.waiting.set(item, resolve);
      this.most = Math.max(this.most, this.waiting.size);
    });
    return item;
  };

  finish(item: number): void {
    this.waiting.get(item)?.();
    this.waiting.delete(item);
  }
}

describe('work on several at a time', () => {
  it('comes out in the order of the items, however it ends', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(12),
        fc.integer({ min: 1, max: 5 }),
        fc.scheduler(),
        async (count, limit, s) => {
          const items = Array.from({ length: count }, (_, index) => index);
          let running = 0;
          let most = 0;
          const work = async (item: number) => {
            running += 1;
            most = Math.max(most, running);
            await s.schedule(Promise.resolve());
            running -= 1;
            return item;
          };
          const done = collect(mapInOrder(items, limit, work));
          await s.waitFor(done);
          expect(await done).toEqual({ all: items, error: undefined });
          expect(most).toBe(Math.min(count, limit));
        },
      ),
    );
  });

  it('goes on behind one that is slow', async () => {
    const desk = new Desk();
    const done = collect(mapInOrder([0, 1, 2, 3], 2, desk.work));
    for (const item of [1, 2, 3]) {
      await expect.poll(() => desk.waiting.has(item)).toBe(true);
      desk.finish(item);
    }
    desk.finish(0);
    expect((await done).all).toEqual([0, 1, 2, 3]);
    expect(desk.most).toBe(2);
  });

  it('gives out what is under way when one fails, and starts nothing more', async () => {
    const started: number[] = [];
    const desk = new Desk();
    const failure = new Error('full');
    const done = collect(
      mapInOrder([0, 1, 2, 3, 4, 5], 3, async (item) => {
        started.push(item);
        if (item === 1) throw failure;
        return desk.work(item);
      }),
    );
    await expect.poll(() => desk.waiting.size).toBe(2);
    desk.finish(2);
    desk.finish(0);
    expect(await done).toEqual({ all: [0, 2], error: failure });
    expect(started).toEqual([0, 1, 2]);
  });

  it('waits for what is under way when nobody wants more', async () => {
    const desk = new Desk();
    const rows = mapInOrder([0, 1, 2, 3], 2, desk.work);
    const first = rows.next();
    await expect.poll(() => desk.waiting.size).toBe(2);
    desk.finish(0);
    expect((await first).value).toBe(0);
    await expect.poll(() => desk.waiting.has(2)).toBe(true);
    const end = rows.return();
    await new Promise(setImmediate);
    desk.finish(1);
    desk.finish(2);
    await end;
    expect(desk.waiting.has(3)).toBe(false);
  });
});
