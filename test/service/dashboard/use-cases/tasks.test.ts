import { expect, it } from 'vitest';
import {
  claimTask,
  findTask,
  noteProgress,
  planTask,
} from '../../../../src/service/dashboard/use-cases/tasks.js';
import { OWNER, startSetup } from '../../../support/refresh-setup.js';

const INPUT = { kind: 'export', ids: ['a'] } as const;

async function withTask() {
  const { deps, clock } = await startSetup();
  const id = await planTask(deps, OWNER, { input: INPUT, total: 3 });
  return { deps, clock, id, find: () => findTask(deps, OWNER, id) };
}

it('is planned, taken once, and done with its report', async () => {
  const { deps, clock, id, find } = await withTask();
  const start = clock.now();
  const task = { id, input: INPUT, total: 3, createdAt: start };
  expect(await find()).toEqual({ ...task, status: 'planned', done: 0, failed: 0, report: {} });
  expect([await claimTask(deps, id), await claimTask(deps, id)]).toEqual([true, false]);
  await noteProgress(deps.store.db, id, clock.now(), { done: 2, failed: 1, total: 4 });
  expect(await find()).toMatchObject({ status: 'running', total: 4, done: 2, failed: 1 });
  const report = { stoppedBy: 'The disk is full.' };
  await noteProgress(deps.store.db, id, clock.now(), { done: 4, failed: 1, total: 4, report });
  expect(await find()).toMatchObject({ status: 'done', done: 4, report });
});

it('has stopped when it is silent for over a minute while it runs', async () => {
  const { deps, clock, id, find } = await withTask();
  clock.advance(60_001);
  expect((await find()).status).toBe('planned');
  await claimTask(deps, id);
  clock.advance(60_000);
  expect((await find()).status).toBe('running');
  clock.advance(1);
  expect((await find()).status).toBe('stopped');
});

it('is there for its account, for a day', async () => {
  const { deps, clock, id, find } = await withTask();
  await expect(findTask(deps, { id: 'other' }, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  clock.advance(86_399_999);
  expect((await find()).id).toBe(id);
  clock.advance(1);
  await expect(find()).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
