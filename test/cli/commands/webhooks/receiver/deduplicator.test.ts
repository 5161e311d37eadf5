import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Deduplicator } from '../../../../../src/cli/commands/webhooks/receiver/deduplicator.js';

describe('Deduplicator', () => {
  it('does each id once, whatever comes in which order, and again only after a failure', async () => {
    const arrivals = fc.array(
      fc.record({ id: fc.constantFrom('a', 'b', 'c'), fails: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(arrivals, async (sent) => {
        const events = new Deduplicator();
        const succeeded = new Map<string, number>();
        await Promise.allSettled(
          sent.map(({ id, fails }) =>
            events.run(id, async () => {
              await Promise.resolve();
              if (fails) throw new Error('failed');
              succeeded.set(id, (succeeded.get(id) ?? 0) + 1);
            }),
          ),
        );
        for (const times of succeeded.values()) expect(times).toBe(1);
      }),
    );
  });

  it('forgets the oldest of very many', async () => {
    const events = new Deduplicator();
    for (let id = 0; id <= 10_000; id += 1) await events.run(String(id), async () => {});
    expect(await events.run('1', async () => {})).toBe(false);
    expect(await events.run('0', async () => {})).toBe(true);
  });
});
