import { describe, expect, it } from 'vitest';
import { Pause } from '../../../src/service/core/async/pause.js';
import { silentLogger } from '../../../src/service/core/logger.js';
import { startRefreshLoop } from '../../../src/service/refresh/loop.js';
import { RefreshPool } from '../../../src/service/refresh/pool.js';
import type { RefreshDeps } from '../../../src/service/refresh/refresh-result.js';
import { createRefresher } from '../../../src/service/refresh/refresher.js';
import { startSetup } from '../../support/refresh-setup.js';
import { numberedItems } from '../../support/rss.js';

async function withFeed() {
  const setup = await startSetup();
  const document = { title: 'News', items: numberedItems(1) };
  const id = await setup.create(setup.sources.publish('/feed.xml', document));
  const makeDue = () =>
    setup.deps.store.db.updateTable('feeds').set({ next_refresh_at: 0 }).execute();
  /** Resolves when the source was asked for the given time; the test's timeout is the limit. */
  const asked = async (times: number) => {
    while (setup.sources.hits('/feed.xml') < times) await tick();
  };
  return { ...setup, id, document, makeDue, asked };
}

function tick(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5));
}

describe('the loop of serve', () => {
  it('refreshes what is due, and what becomes due by another hand', async () => {
    const { deps, id, row, makeDue, asked } = await withFeed();
    await makeDue();
    const loop = createRefresher(deps).startLoop();
    await asked(2);
    while ((await row(id)).refresh_count < 1) await tick();
    await makeDue();
    await asked(3);
    await loop.stop(10_000);

    expect(await row(id)).toMatchObject({ refresh_count: 2, lease_token: null });
  });

  it('finishes what it is reading when it is stopped, and begins nothing', async () => {
    const { deps, id, row, makeDue, sources } = await withFeed();
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      sources.on('/feed.xml', (_, response) => {
        answer = () => response.writeHead(404).end();
        resolve();
      });
    });
    await makeDue();
    const loop = createRefresher(deps).startLoop();
    await asked;
    const stopped = loop.stop(10_000);
    answer();
    await stopped;

    expect(await row(id)).toMatchObject({ failures: 1, lease_token: null });
    await makeDue();
    expect(sources.hits('/feed.xml')).toBe(2);
  });

  it('waits no longer than it is told to', async () => {
    const { deps, id, row, makeDue, sources } = await withFeed();
    const asked = new Promise<void>((resolve) => {
      sources.on('/feed.xml', () => resolve());
    });
    await makeDue();
    const refresher = createRefresher(deps);
    const loop = refresher.startLoop();
    await asked;
    await loop.stop(1);
    await refresher.close();

    expect(await row(id)).toMatchObject({ failures: 0, lease_token: null });
  });

  it('goes on after a failure of its own', async () => {
    const { deps, makeDue, asked } = await withFeed();
    const errors: string[] = [];
    let faults = 1;
    const faulty: RefreshDeps = {
      ...deps,
      clock: {
        now() {
          if (faults-- > 0) throw new Error('The clock has stopped.');
          return deps.clock.now();
        },
      },
      logger: { ...silentLogger, error: (_, message) => errors.push(message) },
    };
    await makeDue();
    const loop = createRefresher(faulty).startLoop();
    await asked(2);
    await loop.stop(10_000);

    expect(errors).toEqual(['due feeds could not be claimed']);
  });

  it('tells of what was eventsPublished, and counts every look', async () => {
    const { deps, makeDue, sources, document, asked } = await withFeed();
    const looks: string[] = [];
    let announced = 0;
    const metrics = {
      refreshed: ({ outcome }: { outcome: string }) => looks.push(outcome),
      delivered: () => {},
      answered: () => {},
    };
    const watched = {
      ...deps,
      metrics,
      eventsPublished: () => {
        announced += 1;
      },
    };
    await makeDue();
    const loop = createRefresher(watched).startLoop();
    while (looks.length < 1) await tick();
    expect(announced).toBe(0);
    sources.publish('/feed.xml', { ...document, items: numberedItems(3) });
    await makeDue();
    await asked(3);
    await loop.stop(10_000);

    expect(looks).toEqual(['unchanged', 'updated']);
    expect(announced).toBe(1);
  });

  it.each([
    [2, 'all that was due is being read: claims together what becomes due within a second', 1000],
    [1, 'more may be due: claims again after a quarter of a second', 250],
  ])('with %i free slots, one feed claimed and room, %s', async (slots, _, pause) => {
    const { deps, row, id } = await withFeed();
    const feed = { ...(await row(id)), lease_token: 'token' };
    const events: string[] = [];
    const pool = new (class extends RefreshPool {
      override get isIdle() {
        return false;
      }
      override async oneEnded() {
        events.push('waited for the end of a read');
      }
      override async claim() {
        events.push('claim');
        return [feed];
      }
      override async read() {
        return null;
      }
    })(deps, { slots });
    let pauses = 0;
    const loop = startRefreshLoop(deps, pool, (ms) => {
      events.push(`pause ${ms}`);
      pauses += 1;
      return new Pause(0);
    });
    await expect.poll(() => pauses).toBeGreaterThanOrEqual(2);
    await loop.stop(0);
    expect(events.slice(0, 4)).toEqual(['claim', `pause ${pause}`, 'claim', `pause ${pause}`]);
    expect(events).not.toContain('waited for the end of a read');
  });

  it('starts few reads in a round of the event loop, and pauses while documents wait for it', async () => {
    const { deps, row, id } = await withFeed();
    const feed = { ...(await row(id)), lease_token: 'token' };
    let round = 0;
    let next = setImmediate(function count() {
      round += 1;
      next = setImmediate(count);
    });
    const started = new Map<number, number>();
    const claims = [Array.from({ length: 50 }, () => feed), [feed]];
    const pool = new (class extends RefreshPool {
      override get isBehind() {
        return true;
      }
      override async claim() {
        return claims.shift() ?? [];
      }
      override async read() {
        started.set(round, (started.get(round) ?? 0) + 1);
        return null;
      }
    })(deps);
    const pauses: number[] = [];
    const loop = startRefreshLoop(deps, pool, (ms) => {
      pauses.push(ms);
      return new Pause(0);
    });
    await expect.poll(() => pauses.length).toBeGreaterThanOrEqual(3);
    await loop.stop(10_000);
    clearImmediate(next);
    expect([...started.values()].reduce((sum, count) => sum + count, 0)).toBe(51);
    expect(Math.max(...started.values())).toBeLessThanOrEqual(8);
    expect(pauses.slice(0, 2)).toEqual([1000, 1000]);
  });
});
