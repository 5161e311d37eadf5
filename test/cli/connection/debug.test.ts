import { expect, it } from 'vitest';
import { maskedBody } from '../../../src/cli/connection/debug.js';
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
