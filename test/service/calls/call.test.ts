import { expect, it } from 'vitest';
import type { EndpointName } from '../../../src/contract/index.js';
import type { Caller } from '../../../src/service/accounts/account.js';
import { asAccount, type Given } from '../../../src/service/calls/as-account.js';
import { InvalidFields } from '../../../src/service/calls/call.js';
import { OWNER, startSetup } from '../../support/refresh-setup.js';

async function callsOf(account: Caller = OWNER) {
  const { service } = await startSetup();
  return asAccount(service.http, account);
}

/** The problems of a call that is refused. */
async function problems(name: EndpointName, given: Given): Promise<readonly string[]> {
  const refused: unknown = await (await callsOf())(name, given).catch((error: unknown) => error);
  return refused instanceof InvalidFields ? refused.problems : [String(refused)];
}

it('answers with the status of the endpoint, and keeps undefined out of a query', async () => {
  const call = await callsOf();
  expect(await call('listFeeds', { query: { limit: 5, offset: undefined } })).toMatchObject({
    ...{ status: 200, body: [], next: null },
  });
  expect(await call('createBundle', { body: { name: 'B' } })).toMatchObject({ status: 201 });
});

it('manages accounts with keys of the owner alone', async () => {
  expect(await (await callsOf())('listAccounts')).toMatchObject({ status: 200 });
  const other = await callsOf({ id: 'acc_other' });
  await expect(other('listAccounts')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await other('listFeeds')).toMatchObject({ status: 200 });
});

it('only reads with a key that is read-only', async () => {
  const call = await callsOf({ ...OWNER, isReadOnly: true });
  expect(await call('listFeeds')).toMatchObject({ status: 200 });
  await expect(call('createBundle', { body: { name: 'B' } })).rejects.toThrow('read-only');
});

it.each<[string, EndpointName, Given, string[]]>([
  [
    'both kinds of sources',
    'createFeed',
    { body: { url: 'https://a.example/', keyword: 'a' } },
    ['Give either "url" or "keyword", not both: a feed is made from a page or from a search.'],
  ],
  ['no source', 'createFeed', { body: {} }, [expect.stringMatching(/^Give "url" \(/)]],
  ['a source of an address', 'createFeed', { body: { url: 5 } }, ['"url" must be a string.']],
  ['a source of a search', 'createFeed', { body: { keyword: 5 } }, ['"keyword" must be a string.']],
  ...[null, 'text', [{ url: 5 }]].map(
    (body) =>
      [
        `a body that is ${JSON.stringify(body)}`,
        'createFeed',
        { body },
        ['The request body must be a JSON object.'],
      ] as [string, EndpointName, Given, string[]],
  ),
  [
    'a document to preview',
    'preview',
    { body: { html: 5 } },
    expect.arrayContaining(['"html" must be a string.']),
  ],
  ['an address to preview', 'preview', { body: { url: 5 } }, ['"url" must be a string.']],
  ['no body to preview', 'preview', { body: null }, ['The request body must be a JSON object.']],
  ['a text to preview', 'preview', { body: 'x' }, ['The request body must be a JSON object.']],
  [
    'several fields, once each',
    'createBundle',
    { body: { name: 5, description: 6 } },
    ['"name" must be a string.', '"description" must be a string.'],
  ],
  [
    'what no endpoint of ours has in its query',
    'getServiceHealth',
    { query: { x: 1 } },
    [expect.stringMatching(/^"x" is not/)],
  ],
])('refuses %s', async (_, name, given, expected) => {
  expect(await problems(name, given)).toEqual(expected);
});

it('lets pass what the standard does not have in a query', async () => {
  expect(await (await callsOf())('listBundles', { query: { x: 1 } })).toMatchObject({
    status: 200,
  });
});

it('tells ten problems at most', async () => {
  const ids = Array.from({ length: 12 }, () => 5);
  expect(await problems('refreshFeeds', { body: { ids } })).toHaveLength(10);
});
