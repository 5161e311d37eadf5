import { expect, it } from 'vitest';
import { debugLogger, maskedBody, watchRequests } from '../../../src/cli/connection/debug.js';
import type { Notes } from '../../../src/cli/output/notes.js';
import { MASKED } from '../../../src/contract/source-access.js';

const masked = (path: string, body: unknown) =>
  JSON.parse(maskedBody(`http://127.0.0.1:8080${path}`, JSON.stringify(body)));

it('masks the texts of secrets, however deep they are', () => {
  const access = { cookie: 'a=b', basic: { user: 'me', tries: 3 }, list: ['x'] };
  expect(masked('/v1/feeds', { items: [{ title: 'T', access }] })).toEqual({
    items: [
      {
        title: 'T',
        access: { cookie: MASKED, basic: { user: MASKED, tries: 3 }, list: [MASKED] },
      },
    ],
  });
  expect(masked('/v1/webhooks', { headers: { 'X-Token': 'abc' } })).toEqual({
    headers: { 'X-Token': MASKED },
  });
});

it.each(['/v1/webhooks', '/v1/webhooks/w1', '/v1/webhooks?limit=1'])(
  'masks the address of a webhook, and nothing else of it: %s',
  (path) => {
    const body = { url: 'https://hooks.example/T/secret', name: 'Ops', max_items: 5 };
    expect(masked(path, body)).toEqual({ ...body, url: MASKED });
    expect(masked(path, { url: null })).toEqual({ url: null });
  },
);

it('leaves the address of a feed, and a text that is not JSON', () => {
  const body = { url: 'https://example.com/feed', name: 'News' };
  expect(masked('/v1/feeds', body)).toEqual(body);
  expect(masked('/v1/webhooks-of-others', body)).toEqual(body);
  expect(maskedBody('http://127.0.0.1/v1/webhooks', 'url=https')).toBe('url=https');
});

/** Notes that keep what `--debug` shows. */
function noted() {
  const lines: string[] = [];
  return { lines, notes: { debug: (text: string) => void lines.push(text) } as unknown as Notes };
}

it('shows each attempt, its answer and the wait before the next', () => {
  const { lines, notes } = noted();
  const { onRequest, onResponse } = watchRequests(notes);
  const request = { method: 'POST', url: 'https://f.example/v1/feeds', headers: { accept: 'a/b' } };
  const answer = { durationMs: 12.4, headers: {} };
  type Asked = Parameters<NonNullable<typeof onRequest>>[0];
  type Answered = Parameters<NonNullable<typeof onResponse>>[0];
  onRequest?.({ ...request, body: '{"access":"x"}', attempt: 1 } as unknown as Asked);
  onResponse?.({ ...answer, status: 503, retryInMs: 99.6 } as unknown as Answered);
  onRequest?.({ ...request, attempt: 2 } as unknown as Asked);
  onResponse?.({ ...answer, error: new Error('reset') } as unknown as Answered);
  onResponse?.({ ...answer, headers: { 'x-request-id': 'r1' } } as unknown as Answered);
  const heads = ['> accept: a/b', '> authorization: Bearer ***:***'];
  expect(lines).toEqual([
    '> POST https://f.example/v1/feeds',
    ...[...heads, `> {"access":"${MASKED}"}`],
    '< 503 in 12 ms',
    '  retrying in 100 ms',
    '> POST https://f.example/v1/feeds (attempt 2)',
    ...heads,
    '< reset in 12 ms',
    '< no answer in 12 ms',
    '< x-request-id: r1',
  ]);
});

it('shows what the embedded service warns of, with all causes', () => {
  const { lines, notes } = noted();
  const logger = debugLogger(notes);
  const cause = Object.assign(new Error('Disk.'), { stack: 'Error: Disk. at b' });
  const err = Object.assign(new Error('Failed.', { cause }), { stack: undefined });
  logger.info({}, 'Started.');
  logger.warn({}, 'Slow.');
  logger.error({ err }, 'Broken.');
  expect(lines).toEqual(['Slow.', 'Broken.\nFailed.\nError: Disk. at b']);
});
