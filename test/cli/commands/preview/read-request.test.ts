import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  type PreviewOptions,
  readRequest,
} from '../../../../src/cli/commands/preview/read-request.js';
import type { Context } from '../../../../src/cli/verbs/context.js';
import { temporaryDirectory } from '../../../support/temporary-directory.js';

const URL = 'https://a.example/';

const optionsOf = (given: object): PreviewOptions => ({
  ...{ pageUrl: undefined, explain: false, pick: false },
  ...given,
});

/** What a command line asks the service for; the document `DOC` is piped in. */
function request(source: string, options: object = {}, version: string | null = '1.0.0') {
  const context = {
    client: async () => ({ detectService: async () => ({ version }) }),
    env: { COOKIE: 'secret' },
    streams: { stdin: { isTerminal: false, readBytes: async () => Buffer.from('DOC') } },
  } as unknown as Context;
  return readRequest(context, source, optionsOf(options));
}

it.each([
  [URL, {}, { url: URL, explain: false }],
  ['feed:https://a.example/', {}, { url: URL, explain: false }],
  [URL, { explain: true, from: 'html' }, { url: URL, explain: true, from: 'html' }],
  [URL, { pick: true }, { url: URL, explain: true, from: 'html' }],
  [URL, { changes: true }, { url: URL, explain: false, mode: 'changes' }],
  [
    URL,
    { select: { items: 'li' }, render: 'always', step: ['scroll'] },
    {
      ...{ url: URL, explain: false, selectors: { items: 'li' } },
      ...{ render: 'always', steps: ['scroll'] },
    },
  ],
  [
    URL,
    { exclude: ['ad'], cookie: 'env:COOKIE' },
    {
      ...{ url: URL, explain: false },
      filters: { exclude: ['ad'] },
      access: { cookie: 'secret' },
    },
  ],
  [
    '-',
    {},
    { html: 'RE9D', encoding: 'base64', page_url: 'https://page.invalid/', explain: false },
  ],
  [
    '-',
    { pageUrl: 'feed:https://a.example/', pick: true },
    { html: 'RE9D', encoding: 'base64', page_url: URL, from: 'html', explain: true },
  ],
])('%s with %j is the request %j', async (source, options, body) => {
  expect(await request(source, options)).toEqual(body);
});

it('takes a file that is there for a file, whatever its name', async () => {
  const file = join(temporaryDirectory(), 'a.example');
  writeFileSync(file, 'FILE');
  expect(await request(file)).toMatchObject({ html: Buffer.from('FILE').toString('base64') });
  const large = join(temporaryDirectory(), 'large.html');
  writeFileSync(large, Buffer.alloc(6_000_001));
  await expect(request(large)).rejects.toThrow(/6[ ,.]?000[ ,.]?000|6 MB/);
});

it.each([
  [URL, { from: 'feed', select: { items: 'li' } }, '--select works on web pages'],
  [URL, { pick: true, from: 'feed' }, 'leave out --select and --from feed'],
  [URL, { pick: true, select: { items: 'li' } }, 'leave out --select and --from feed'],
  [URL, { pick: true, changes: true }, 'leave out --changes'],
  [URL, { pageUrl: URL }, '--page-url works only with a FILE or -'],
  ['-', { cookie: 'env:COOKIE' }, '--cookie works only with an address'],
  ['-', { render: 'always' }, '--render works only with an address'],
  ['-', { pageUrl: 'ftp://a.example/' }, '"ftp://a.example/" is not an http or https address'],
  ['-', { pageUrl: 'https://' }, '"https://" is not an http or https address'],
])('%s with %j is wrong usage', async (source, options, message) => {
  await expect(request(source, options)).rejects.toThrow(message);
});

it('needs a feedctl service for what only that has', async () => {
  await expect(request(URL, { render: 'always' }, null)).rejects.toThrow('--render requires');
  await expect(request(URL, { changes: true }, null)).rejects.toThrow('--changes requires');
  expect(await request(URL, {}, null)).toMatchObject({ url: URL });
});

it.each([
  ['page.html', 'For an address, include the scheme: feedctl preview https://page.html'],
  ['/none/here', undefined],
  ['none/a.b', undefined],
])('a file %s that is missing has the hint %s', async (file, hint) => {
  await expect(request(file)).rejects.toMatchObject({ message: `File not found: ${file}`, hint });
});
