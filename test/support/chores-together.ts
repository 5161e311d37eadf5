import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { HOUR } from '../../src/service/core/durations.js';
import { silentLogger } from '../../src/service/core/logger.js';
import { doDueChores } from '../../src/service/retention/chores.js';
import { enterChores } from '../../src/service/retention/claim-chore.js';
import { openStore } from '../../src/service/store/open-store.js';
import type { Store } from '../../src/service/store/store.js';
import { startChild } from './child-process.js';
import { ManualClock } from './clock.js';
import { testDatabase } from './database.js';
import { markingChore, marksOf, STEPS } from './marking-chore.js';

const LEASE_MS = 60_000;

/** As many processes as there are stores: nothing but the database connects them. */
async function startProcesses(count: number) {
  const clock = new ManualClock();
  const location = await testDatabase();
  const stores: Store[] = [];
  for (let number = 0; number < count; number += 1) stores.push(await openStore(location, clock));
  onTestFinished(async () => {
    for (const store of stores) await store.close();
  });
  const [store] = stores;
  if (store === undefined) throw new Error('There is no process.');
  return { clock, location, stores, store };
}

/** Each of several chores is done by one process at a time, and once for each time that it is due. */
export async function eachOnceByOne(): Promise<void> {
  const { clock, stores, store } = await startProcesses(4);
  const names = ['one', 'other'];
  const busy = new Map<string, number>();
  let most = 0;
  const chores = (who: number) =>
    names.map((name) =>
      markingChore(
        String(who),
        async () => {
          const there = (busy.get(name) ?? 0) + 1;
          busy.set(name, there);
          most = Math.max(most, there);
          await sleep(1);
          busy.set(name, there - 1);
        },
        name,
      ),
    );
  await enterChores(store, chores(0), clock.now());
  for (let round = 0; round < 3; round += 1) {
    clock.advance(HOUR);
    // Whoever comes late finds it done.
    for (let looks = 0; looks < 2; looks += 1) {
      const cleared = await Promise.all(
        stores.map((one, who) =>
          doDueChores({ store: one, clock, logger: silentLogger }, chores(who)),
        ),
      );
      const sum = cleared.reduce((all, some) => all + some, 0);
      expect(sum).toBe(looks === 0 ? names.length * STEPS : 0);
    }
    const marks = (await marksOf(store.db)).filter(({ mark }) => mark.includes(`${clock.now()}`));
    for (const name of names) {
      const own = marks.filter(({ mark }) => mark.startsWith(`${name} `));
      expect(own).toHaveLength(STEPS);
      expect(new Set(own.map(({ who }) => who)).size).toBe(1);
    }
  }
  expect(most).toBe(1);
}

/** A process that is killed in the middle of a step: that step is nobody's, and the rest another's. */
export async function goesOnAfterKill(): Promise<void> {
  const { clock, location, store } = await startProcesses(1);
  const chore = markingChore('the heir');
  await enterChores(store, [chore], clock.now());
  clock.advance(HOUR);
  const dead = await startChild(
    'test/service/retention/do-chores.child.ts',
    location,
    String(clock.now()),
  );
  expect(await dead.line()).toBe('in the middle');
  dead.kill();
  await dead.exit;

  const run = () => doDueChores({ store, clock, logger: silentLogger }, [chore]);
  clock.advance(LEASE_MS - 1);
  expect(await run()).toBe(0);
  clock.advance(1);
  expect(await run()).toBe(STEPS - 2);
  expect((await marksOf(store.db)).map(({ mark, who }) => `${mark.slice(-2)} ${who}`)).toEqual([
    ...['01 the dead', '02 the dead'],
    ...Array.from({ length: STEPS - 2 }, (_, at) => `0${at + 3} the heir`),
  ]);
  expect(await run()).toBe(0);
}
