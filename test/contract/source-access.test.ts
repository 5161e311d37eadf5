import { expect, it } from 'vitest';
import {
  maskedAccessSchema,
  sourceAccessSchema,
  updateSourceAccessSchema,
} from '../../src/contract/source-access.js';
import { describeSchema } from '../support/describe-schema.js';

const headers = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-${at}`, 'v']));
const proxy = (address: string) => ({ proxy: address });

describeSchema(
  'the access to a source',
  sourceAccessSchema,
  [
    ['nothing', {}],
    ['headers', { headers: { Authorization: 'Bearer x', 'X-Key': '\té' } }],
    ['twenty headers', { headers: headers(20) }],
    ['the longest cookie', { cookie: 'c'.repeat(8192) }],
    ['a password with colons', { basic_auth: 'ä:b:c' }],
    ['an empty password', { basic_auth: 'user:' }],
    ['a password beside another header', { basic_auth: 'u:p', headers: { 'X-Key': 'k' } }],
    ['the longest User-Agent', { user_agent: 'u'.repeat(500) }],
    ['a proxy', proxy('http://proxy.example.com:3128')],
    ['a proxy with a password', proxy('https://user:p%20w@proxy.example.com/')],
  ],
  [
    ['a header of the service', { headers: { Host: 'a.example' } }],
    ['a header twice', { headers: { 'X-Key': 'a', 'x-key': 'b' } }],
    ['21 headers', { headers: headers(21) }],
    ['an empty header', { headers: { 'X-Key': '' } }],
    ['a line break', { headers: { 'X-Key': 'a\r\nb: c' } }],
    ['what is not Latin', { cookie: '日本' }],
    ['a masked value', { cookie: '***' }],
    ['a cookie that is too long', { cookie: 'c'.repeat(8193) }],
    ['a user without a password', { basic_auth: 'user' }],
    ['a password without a user', { basic_auth: ':p' }],
    ['a control character', { basic_auth: 'u:\u0000' }],
    ['two kinds of authorization', { basic_auth: 'u:p', headers: { authorization: 'x' } }],
    ['a User-Agent that is too long', { user_agent: 'u'.repeat(501) }],
    ['a proxy of another kind', proxy('socks5://proxy.example.com')],
    ['a proxy with a path', proxy('http://proxy.example.com/path')],
    ['a proxy with a query', proxy('http://proxy.example.com/?q')],
    ['a proxy with a fragment', proxy('http://proxy.example.com/#x')],
    ['a proxy with a backslash', proxy('http://proxy.example.com\\')],
    ['a proxy whose user cannot be decoded', proxy('http://%zz@proxy.example.com')],
    ['a proxy whose password cannot be decoded', proxy('http://u:%zz@proxy.example.com')],
    ['a proxy without a host', proxy('http://:1')],
    ['an unknown value', { token: 'x' }],
  ],
);

describeSchema(
  'a change of the access',
  updateSourceAccessSchema,
  [
    ['null for each', { headers: null, cookie: null, basic_auth: null, user_agent: null }],
    ['null for one header', { headers: { 'X-Key': null, 'X-Other': 'o' } }],
  ],
  [
    ['null for a header of the service', { headers: { Host: null } }],
    ['an empty cookie', { cookie: '' }],
  ],
);

it('tells which header is the problem', () => {
  const { error } = sourceAccessSchema.safeParse({ headers: { ok: 'v', 'X-A': '1', 'x-a': '2' } });
  expect(error?.issues).toMatchObject([{ path: ['headers', 'x-a'], message: 'is given twice' }]);
});

it('is shown with every value left open', () => {
  const shown = { headers: { 'X-Key': '***' }, cookie: '***', user_agent: 'Reader/1' };
  expect(maskedAccessSchema.parse(shown)).toEqual(shown);
});
