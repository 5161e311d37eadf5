import { describe, expect, it } from 'vitest';
import {
  createExactlyOnce,
  retryRateLimited,
  waitAfter,
} from '../../../src/cli/bulk/create-once.js';
import { ApiError } from '../../../src/client/index.js';

function refusal(status: number, retryAfterSeconds?: number, codes: string[] = []): ApiError {
  return new ApiError('no', {
    status,
    method: 'POST',
    path: '/v1/feeds',
    codes,
    errorBody: undefined,
    bodyStart: undefined,
    contentType: undefined,
    requestId: undefined,
    retryAfterSeconds,
  });
}

describe('the wait after a refusal', () => {
  it.each([
    ['what the service says', refusal(429, 7), 1, 7000],
    ['nothing when it says so', refusal(429, 0), 1, 0],
    ['two seconds when it says nothing', refusal(429), 1, 2000],
    ['twice as long each time', refusal(429), 3, 8000],
    ['none after five', refusal(429, 1), 5, undefined],
    ['none when it asks for an hour', refusal(429, 3600), 1, undefined],
    ['of a service that is busy', refusal(503, 2), 1, 2000],
    ['none for a gateway that is', refusal(503), 1, undefined],
    ['none for another error', refusal(400, 5), 1, undefined],
    ['none for what is no answer', new Error('x'), 1, undefined],
  ])('is %s', (_, error, refusals, expected) => {
    expect(waitAfter(error, refusals)).toBe(expected);
  });
});

/** What a service says that has tried for seconds to write. */
const full = new ApiError('The disk is full.', { ...refusal(503, 0, ['STORE_UNAVAILABLE']) });

it('a database that takes no writes ends a single creation at once', async () => {
  let posts = 0;
  const created = createExactlyOnce(
    async () => {
      posts += 1;
      throw full;
    },
    async () => undefined,
    { signal: new AbortController().signal, list: 'feedctl bundles list' },
  );
  await expect(created).rejects.toBe(full);
  expect(posts).toBe(1);
});

describe('retryRateLimited', () => {
  it('waits for the database in a run of many, and gives the reason: a full disk is no rate limit', async () => {
    const answers = [refusal(429, 0), full];
    const reasons: string[] = [];
    await retryRateLimited(
      async () => {
        const answer = answers.shift();
        if (answer !== undefined) throw answer;
      },
      {
        signal: new AbortController().signal,
        onWait: (_, reason) => reasons.push(reason),
        waitsForStore: true,
      },
    );
    expect(reasons).toEqual(['Rate limited.', 'The disk is full.']);
  });

  it('repeats until it works, and says how long it waits', async () => {
    const answers = [refusal(429, 0), refusal(503, 0)];
    const waits: number[] = [];
    const value = await retryRateLimited(
      async () => {
        const error = answers.shift();
        if (error !== undefined) throw error;
        return 'made';
      },
      { signal: new AbortController().signal, onWait: (wait) => waits.push(wait) },
    );
    expect(value).toBe('made');
    expect(waits).toEqual([0, 0]);
  });

  it('ends with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('stopped');
    const work = retryRateLimited(() => Promise.reject(refusal(429, 60)), {
      signal: controller.signal,
      onWait: () => controller.abort(reason),
    });
    await expect(work).rejects.toBe(reason);
  });
});
