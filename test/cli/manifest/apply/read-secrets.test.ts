import { expect, it } from 'vitest';
import { readSecrets } from '../../../../src/cli/manifest/apply/read-secrets.js';
import type { Context } from '../../../../src/cli/verbs/context.js';

const feed = (name: string, cookie?: string) => ({
  source: { url: `https://${name}.example/` },
  ...(cookie !== undefined && { access: { cookie } }),
});

/** A user with one variable, whom a terminal asks for others. */
function user(answer?: () => string) {
  const asked: string[] = [];
  const secret = async (question: string, check: (typed: string) => true | string) => {
    asked.push(`${question} ${check('')} ${check('x')}`);
    return answer?.() ?? '';
  };
  const prompts = { canAsk: answer !== undefined, secret };
  const context = { env: { SET: 'known', EMPTY: '' }, prompts } as unknown as Context;
  return { asked, read: (...feeds: ReturnType<typeof feed>[]) => readSecrets(context, feeds) };
}

it('reads the secrets of the feeds that have some', async () => {
  const [a, b] = [feed('a', 'env:SET'), feed('b')];
  expect([...(await user().read(a, b))]).toEqual([[a, { cookie: 'known' }]]);
});

it('asks once for each variable that is not set, on a terminal', async () => {
  const { asked, read } = user(() => 'typed');
  const feeds = [feed('a', 'env:GONE'), feed('b', 'env:GONE'), feed('c', 'env:SET')];
  expect([...(await read(...feeds)).values()].map(({ cookie }) => cookie)).toEqual([
    ...['typed', 'typed', 'known'],
  ]);
  expect(asked).toEqual([
    expect.stringMatching(
      /^env:GONE, the cookie for https:\/\/a\.example\/: A value is required\. true$/,
    ),
  ]);
});

it('names all that cannot be read, and each feed', async () => {
  const { asked, read } = user();
  const feeds = [feed('a', 'env:GONE'), feed('b', 'env:SET'), feed('c', 'env:EMPTY')];
  await expect(read(...feeds)).rejects.toMatchObject({
    message: 'The file refers to secrets that cannot be read. Nothing was changed.',
    detail: expect.stringMatching(
      /^https:\/\/a\.example\/: .*GONE.*\nhttps:\/\/c\.example\/: .*EMPTY/,
    ),
  });
  expect(asked).toEqual([]);
});

it('ends at once when the person does not answer', async () => {
  const stopped = new Error('stopped');
  const { asked, read } = user(() => {
    throw stopped;
  });
  await expect(read(feed('a', 'env:GONE'), feed('b', 'env:LOST'))).rejects.toBe(stopped);
  expect(asked).toHaveLength(1);
});
