import { describe, expect, it } from 'vitest';
import { createBundle } from '../../../../src/service/bundles/edit-bundle.js';
import { ServiceError } from '../../../../src/service/core/errors.js';
import { runTask } from '../../../../src/service/dashboard/use-cases/run-task.js';
import {
  type FeedAction,
  findTask,
  planTask,
  type TaskInput,
} from '../../../../src/service/dashboard/use-cases/tasks.js';
import { insertFeeds } from '../../../support/feed-rows.js';
import { OWNER, startSetup } from '../../../support/refresh-setup.js';

const HINTS = JSON.stringify({ minIntervalMs: null, skipHours: [], skipDays: [] });

type Tools = Parameters<typeof runTask>[0];

async function tasks(more: Partial<Tools> = {}) {
  const { service } = await startSetup();
  const { deps } = service.http;
  const ids = await insertFeeds(deps.store.db, OWNER.id, [
    { schedule_hints: HINTS },
    { schedule_hints: HINTS, refresh_interval: 0 },
  ]);
  const refresher = () => {
    throw new Error('Nothing is refreshed.');
  };
  const tools = { deps, refresher, call: null as never, ...more } as Tools;
  async function run(input: TaskInput) {
    const id = await planTask(deps, OWNER, { input, total: 2 });
    await runTask(tools, OWNER, await findTask(deps, OWNER, id)).catch((error) => error);
    const { total, done, failed, report } = await findTask(deps, OWNER, id);
    return { total, done, failed, report };
  }
  const act = (what: FeedAction, of = ids) => run({ kind: 'feeds', ids: of, do: what });
  return { deps, ids, run, act };
}

describe('a task', () => {
  it('changes intervals, and is taken back for those that it changed', async () => {
    const { ids, act } = await tasks();
    const changed = await act({ action: 'interval', interval: 'paused' });
    const back = { action: 'restore', intervals: { [ids[0] ?? '']: 'auto' } } as const;
    expect(changed).toEqual({
      ...{ total: 2, done: 2, failed: 0 },
      report: { undo: { ids: [ids[0]], do: back } },
    });
    const restored = await act(back, [ids[0] ?? '']);
    expect(restored.report).toMatchObject({
      undo: { ids: [ids[0]], do: { intervals: { [ids[0] ?? '']: 'paused' } } },
    });
    expect((await act(back, [ids[0] ?? ''])).report).toEqual({});
  });

  it('deletes, and names what failed, a hundred at most', async () => {
    const { ids, act } = await tasks();
    const gone = Array.from({ length: 101 }, (_, at) => `gone ${at}`);
    const { done, failed, report } = await act({ action: 'delete' }, [...ids, ...gone]);
    expect([done, failed, report.failures?.length, report.undo]).toEqual([
      103,
      101,
      100,
      undefined,
    ]);
    expect(report.failures?.[0]).toMatchObject({ id: 'gone 0', message: expect.any(String) });
  });

  it('adds feeds to a bundle, and takes back those that were not in it', async () => {
    const { deps, ids, act } = await tasks();
    const { id } = await createBundle(deps, OWNER, { name: 'B' });
    const what = { bundleId: id, bundleName: 'B' };
    await act({ action: 'add', ...what }, ids.slice(1));
    const added = await act({ action: 'add', ...what });
    expect(added.report.undo).toEqual({ ids: ids.slice(0, 1), do: { action: 'remove', ...what } });
    const removed = await act({ action: 'remove', ...what });
    expect(removed.report.undo).toEqual({ ids, do: { action: 'add', ...what } });
  });

  it('counts what a refresh brought', async () => {
    const outcome = (outcome: string, message?: string) => ({
      ...{ feedId: outcome, title: outcome, outcome },
      error: message === undefined ? null : { message },
    });
    async function* refresh() {
      yield* [outcome('updated'), outcome('unchanged'), outcome('unchanged')];
      yield* [outcome('skipped', 'Wait.'), outcome('failed')];
    }
    const { act } = await tasks({ refresher: async () => ({ refresh }) as never });
    expect(await act({ action: 'refresh' })).toEqual({
      ...{ total: 2, done: 5, failed: 2 },
      report: {
        refreshed: { updated: 1, unchanged: 2, skipped: 1 },
        failures: [
          { id: 'skipped', name: 'skipped', message: 'Wait.' },
          { id: 'failed', name: 'failed', message: 'The source could not be read.' },
        ],
      },
    });
  });

  it('imports a file, whose steps are counted as it is read', async () => {
    const seen: unknown[] = [];
    async function* apply(_: unknown, file: { name: string; bytes: Buffer }) {
      seen.push([file.name, file.bytes.toString()]);
      yield { name: 'A', total: 3 };
      yield { name: 'B', error: 'No.' };
    }
    const { run } = await tasks({ files: { apply } as never });
    const content = Buffer.from('text').toString('base64');
    expect(await run({ kind: 'import', name: 'f', content })).toEqual({
      ...{ total: 3, done: 2, failed: 1 },
      report: { failures: [{ id: null, name: 'B', message: 'No.' }] },
    });
    expect(seen).toEqual([['f', 'text']]);
  });

  it.each([
    [new ServiceError('INVALID_FIELD', 'Too many.'), 'Too many.'],
    [new ServiceError('INTERNAL', 'Secret.'), 'The service failed. Its log has details.'],
    [new Error('Secret.'), 'The service failed. Its log has details.'],
  ])('says why it stopped: %s', async (error, stoppedBy) => {
    const refresher = async () => {
      throw error;
    };
    const { act } = await tasks({ refresher });
    expect((await act({ action: 'refresh' })).report).toMatchObject({ stoppedBy });
  });
});
