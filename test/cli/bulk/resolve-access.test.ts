import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSecret, resolveAccess } from '../../../src/cli/bulk/resolve-access.js';
import type { Context } from '../../../src/cli/verbs/context.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/** A command with this on standard input, and two variables. */
function context(piped = '') {
  const readBytes = async () => Buffer.from(piped);
  const streams = { stdin: { isTerminal: false, readBytes } };
  return { env: { SECRET: 'tomato', EMPTY: '' }, streams } as unknown as Context;
}

function file(text: string): string {
  const path = join(temporaryDirectory(), 'secret');
  writeFileSync(path, text);
  return path;
}

it('reads a secret from a variable, a file or a pipe, without the line end', async () => {
  expect(await readSecret(context(), 'env:SECRET', 'it')).toBe('tomato');
  expect(await readSecret(context(), `@${file('potato\r\n')}`, 'it')).toBe('potato');
  expect(await readSecret(context('carrot\n\n'), '-', 'it')).toBe('carrot\n');
});

it.each([
  ['env:EMPTY', 'The environment variable EMPTY is not set, but the cookie is read from it.'],
  ['env:NONE', 'The environment variable NONE is not set, but the cookie is read from it.'],
  ['-', 'Standard input is empty, but the cookie is read from it.'],
])('says what %s is for when it is empty', async (reference, message) => {
  await expect(readSecret(context('\n'), reference, 'the cookie')).rejects.toThrow(message);
});

it('names a file that is empty or too large', async () => {
  const empty = file('');
  const read = (path: string, what = 'the proxy') => readSecret(context(), `@${path}`, what);
  await expect(read(empty)).rejects.toThrow(`${empty} is empty, but the proxy is read from it.`);
  expect(await read(file('x'.repeat(16_384)))).toHaveLength(16_384);
  await expect(read(file('x'.repeat(16_385)))).rejects.toThrow('is larger than 16 KiB.');
  // A browser writes the cookies of all sites into one file.
  expect(await read(file('x'.repeat(300_000)), 'the cookie')).toHaveLength(300_000);
  await expect(read(file('x'.repeat(5_000_000)), 'the cookie')).rejects.toThrow('4 MiB');
});

it('takes the cookies of the source from the file of a browser', async () => {
  const line = (host: string, name: string) => `${host}\tTRUE\t/\tTRUE\t0\t${name}\t1\n`;
  const cookie = `@${file(line('.news.example', 'mine') + line('.bank.example', 'other'))}`;
  const of = (source: string) => resolveAccess(context(), { cookie }, { source });
  expect(await of('https://www.news.example/feed')).toEqual({ cookie: 'mine=1' });
  await expect(of('https://else.example/')).rejects.toThrow('no valid cookie for else.example');
});

it('replaces references alone: a user agent is no secret, null takes a value away', async () => {
  const references = {
    headers: { 'X-Token': 'env:SECRET', 'X-Old': null },
    cookie: 'env:SECRET',
    basic_auth: null,
    user_agent: 'env:SECRET',
  };
  expect(await resolveAccess(context(), references)).toEqual({
    headers: { 'X-Token': 'tomato', 'X-Old': null },
    cookie: 'tomato',
    basic_auth: null,
    user_agent: 'env:SECRET',
  });
  expect(await resolveAccess(context(), { proxy: 'env:SECRET' })).toEqual({ proxy: 'tomato' });
});
