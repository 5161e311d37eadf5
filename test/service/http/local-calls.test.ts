import { expect, it, onTestFinished } from 'vitest';
import { openService } from '../../../src/service/app/service.js';
import { testDatabase } from '../../support/database.js';

it('a call within the process gets what the same request gets from the router', async () => {
  const service = await openService({ databasePath: await testDatabase() });
  onTestFinished(() => service.close());
  const { apiKey, apiSecret } = await service.issueOwnerKey('test');
  const json = { 'content-type': 'application/json' };
  const authorization = `Bearer ${apiKey}:${apiSecret}`;
  const both = async (method: string, path: string, given = {}, body?: string) => {
    const url = new URL(path, 'http://127.0.0.1');
    const headers: Record<string, string> = { authorization, ...given };
    const routed = await service.fetch(
      new Request(url, { method, headers, ...(body === undefined ? {} : { body }) }),
    );
    const called = await service.call({ method, url, headers, body });
    return {
      routed: {
        status: routed.status,
        headers: { ...Object.fromEntries(routed.headers), 'x-request-id': 'any' },
        text: await routed.text(),
      },
      called: called && {
        ...called,
        headers: { ...called.headers, 'x-request-id': 'any' },
      },
    };
  };
  const requests: Parameters<typeof both>[] = [
    ['GET', '/v1/feeds?limit=3&limit=4'],
    ['GET', '/v1/feeds?search=a+b%20%C3%A9'],
    ['GET', '/v1/feeds?limit=no&other=1&more=2'],
    ['GET', '/v1/feeds/%C3%A9%2F'],
    ['GET', '/v1/feeds', { authorization: '' }],
    ['GET', '/v1/feeds', { authorization: 'Bearer a:b' }],
    ['POST', '/v1/bundles', json, '{"name":'],
    ['POST', '/v1/bundles', { 'content-type': 'text/plain' }, '{"name":"é"}'],
    ['POST', '/v1/bundles', json, '{"title":"é"}'],
    ['POST', '/v1/bundles', json],
    ['DELETE', '/v1/bundles/_none'],
  ];
  for (const request of requests) {
    const { routed, called } = await both(...request);
    expect(called, request.join(' ')).toEqual(routed);
  }
  expect(
    await service.call({
      method: 'PUT',
      url: new URL('http://127.0.0.1/v1/feeds'),
      headers: {},
      body: undefined,
    }),
  ).toBeNull();
});
