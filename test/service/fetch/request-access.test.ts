import { expect, it } from 'vitest';
import type { SourceAccess } from '../../../src/contract/index.js';
import { requestAccess } from '../../../src/service/fetch/request-access.js';

it.each<[SourceAccess, object]>([
  [{}, {}],
  [{ headers: { 'X-Token': 't' } }, { 'x-token': 't' }],
  [{ cookie: 'a=b' }, { cookie: 'a=b' }],
  [{ user_agent: 'Reader' }, { 'user-agent': 'Reader' }],
  [{ basic_auth: 'me:pass' }, { authorization: 'Basic bWU6cGFzcw==' }],
])('%j is sent to the origin of the source as %j', (access, headers) => {
  const origin = 'https://example.com:8443';
  expect(requestAccess(`${origin}/feed?x`, access)).toEqual({ origin, headers, proxy: null });
});

it('a proxy is that of every request', () => {
  const access = { proxy: 'http://proxy.example:3128' };
  expect(requestAccess('https://example.com/', access)).toMatchObject(access);
});
