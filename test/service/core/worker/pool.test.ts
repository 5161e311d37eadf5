import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';
import { withBudget, workFor } from '../../../../src/service/core/async/turn.js';
import { ServiceError } from '../../../../src/service/core/errors.js';
import { closeWorkers, runInWorker } from '../../../../src/service/core/worker/pool.js';
import type { WorkerJob } from '../../../../src/service/core/worker/worker-job.js';
import type { EncodedText } from '../../../../src/service/sources/document/source-text.js';

interface Text extends EncodedText {
  kind: string;
  url: string;
  now: number;
}

const parsing: WorkerJob<Text, { title: string }> = {
  name: 'feed',
  deadlineMs: 60_000,
  here: () => ({ title: 'here' }),
  refusal: ({ url }, reason) => new ServiceError('SOURCE_INVALID', `${url}: ${reason}`),
};

const never = new ServiceError('SOURCE_INVALID', 'never');

const encoded = (text: string) => ({
  bytes: Buffer.from(text),
  charset: { name: 'utf-8', mark: 0, isUtf8: true },
});

const feed = (inside: string): Text => ({
  ...encoded(`<rss version="2.0"><channel><title>${inside}</title></channel></rss>`),
  kind: 'rss',
  url: 'https://a.test/',
  now: 0,
});

describe.skipIf(!existsSync('dist/reading-worker.cjs'))('the worker pool', () => {
  afterAll(() => closeWorkers());

  it('does more than it has threads for, each with its own result', async () => {
    const titles = Array.from({ length: 20 }, (_, n) => `Title ${n}`);
    const results = await Promise.all(titles.map((title) => runInWorker(parsing, feed(title))));
    expect(results.map(({ title }) => title)).toEqual(titles);
  });

  it('ends what takes longer than its deadline, and goes on', async () => {
    const late = runInWorker({ ...parsing, deadlineMs: 1 }, feed('x'.repeat(5_000_000)));
    await expect(late).rejects.toMatchObject({
      name: 'ServiceError',
      message: 'https://a.test/: the job timed out',
    });
    expect(await runInWorker(parsing, feed('Next'))).toMatchObject({ title: 'Next' });
  });

  it('lets accounts and refreshes take turns with what one account has queued', async () => {
    const ended: string[] = [];
    const work = (who: string, isRefresh: boolean, text: string) =>
      workFor(who, { isRefresh }, () => runInWorker(parsing, feed(text))).then(() =>
        ended.push(isRefresh ? `${who} refresh` : who),
      );
    // Each takes as long as it takes to start another thread.
    const items = '<item><title>a</title><guid>1</guid></item>'.repeat(20_000);
    const long = Array.from({ length: 12 }, () => work('a', false, `x</title>${items}<title>`));
    await Promise.all([...long, work('b', false, 'B'), work('c', true, 'C')]);
    expect(ended.indexOf('b')).toBeLessThan(10);
    expect(ended.indexOf('c refresh')).toBeLessThan(10);
  });

  it('starts the thread for the next account while one account has jobs waiting', async () => {
    await closeWorkers();
    let started = 0;
    const count = () => {
      started += 1;
    };
    process.on('worker', count);
    const work = (title: string) =>
      workFor('a', { isRefresh: false }, () => runInWorker(parsing, feed(title)));
    await Promise.all(Array.from({ length: 12 }, (_, n) => work(`Title ${n}`)));
    process.off('worker', count);
    const share = Math.max(1, Math.min(4, availableParallelism() - 1));
    expect(started).toBe(share + 1);
  });

  it('ends the jobs of a reading whose time is used up', async () => {
    const reading = withBudget(1, () => runInWorker(parsing, feed('x'.repeat(5_000_000))));
    await expect(reading).rejects.toMatchObject({ message: expect.stringContaining('timed out') });
  });

  it('hands on a refusal of the work with its code, and a fault as a fault', async () => {
    const broken = { ...feed(''), ...encoded('<rss version="2.0"><chan') };
    await expect(runInWorker(parsing, broken)).rejects.toMatchObject({
      name: 'ServiceError',
      code: 'SOURCE_INVALID',
    });
    // Any exception of a parser is a refusal; the thread itself fails on what is no document.
    const faulty: WorkerJob<null, unknown> = { ...parsing, here: String, refusal: () => never };
    await expect(runInWorker(faulty, null)).rejects.toMatchObject({
      name: 'Error',
      message: expect.stringContaining('null'),
    });
  });
});
