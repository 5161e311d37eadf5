import { expect, it } from 'vitest';
import type { Service } from '../../../src/cli/connection/embedded.js';
import { maintenanceOf } from '../../../src/cli/connection/maintenance.js';
import type { Notes } from '../../../src/cli/output/notes.js';

/** The work of a service, and what was noted of it. */
function working({ left = 0, failed = 0, breaks = false } = {}) {
  const stop = new AbortController();
  const [done, noted]: [unknown[], string[]] = [[], []];
  const service = {
    http: {
      refresher: async () => ({
        drainTexts: async (until: AbortSignal) => {
          done.push(['texts', until.aborted]);
          return left;
        },
      }),
      webhooks: {
        deliverDue: async ({ withinMs }: { withinMs: number }) => {
          done.push(['deliveries', withinMs]);
          return failed === 0 ? null : { failed };
        },
      },
    },
    retention: async () => ({
      doDue: async ({ withinMs }: { withinMs: number }) => {
        done.push(['retention', withinMs]);
        if (breaks) throw new Error('locked');
      },
    }),
  } as unknown as Service;
  const notes = { note: async (text: string) => void noted.push(text) } as unknown as Notes;
  return { stop, done, noted, work: maintenanceOf(service, { notes, signal: stop.signal }) };
}

it('fetches texts, delivers, and deletes, each for its time, and says nothing', async () => {
  const { done, noted, work } = working({ breaks: true });
  await work.all();
  expect(done).toEqual([
    ['texts', false],
    ['deliveries', 10_000],
    ['retention', 2000],
  ]);
  expect(noted).toEqual([]);
});

it.each([
  [1, 'A feed has more', 'A webhook delivery failed.'],
  [2, '2 feeds have more', '2 webhook deliveries failed.'],
])('says what is left of %i', async (count, texts, deliveries) => {
  const { noted, work } = working({ left: count, failed: count });
  await work.all();
  expect(noted).toEqual([expect.stringContaining(texts), expect.stringContaining(deliveries)]);
});

it('does nothing once the command is to end', async () => {
  const { stop, done, work } = working();
  stop.abort();
  await work.all();
  expect(done).toEqual([]);
  expect(await work.texts(1000)).toBe(0);
  expect(done).toEqual([['texts', true]]);
});
