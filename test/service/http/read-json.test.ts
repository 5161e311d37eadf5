import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/service/core/errors.js';
import { readJson } from '../../../src/service/http/read-json.js';

const app = new Hono()
  .post('/', async (context) => context.json({ value: await readJson(context, 100) }))
  .onError((error, context) =>
    context.json({ code: error instanceof ServiceError ? error.code : '', message: error.message }),
  );

async function read(
  body: string | Uint8Array<ArrayBuffer>,
  type = 'application/json',
  headers: Record<string, string> = {},
) {
  const answer = await app.request('/', {
    method: 'POST',
    body,
    headers: { 'Content-Type': type, ...headers },
  });
  return answer.json();
}

describe('the JSON of a request', () => {
  it.each([
    ['{"a":[1,null]}', { a: [1, null] }],
    ['"\\ud83d\\ude00"', '\u{1f600}'],
    ['{"a":"\\uD83D\\uDE00","b":"\\u00e9"}', { a: '\u{1f600}', b: 'é' }],
    [`"${'x'.repeat(98)}"`, 'x'.repeat(98)],
  ])('is %s', async (body, value) => {
    expect(await read(body)).toEqual({ value });
  });

  it.each<[string, string | Uint8Array<ArrayBuffer>, string, string]>([
    ['nothing', '', 'INVALID_JSON', 'The request body is empty.'],
    ['white space', ' \n', 'INVALID_JSON', 'The request body is empty.'],
    ['half of an object', '{"a":', 'INVALID_JSON', 'not valid JSON'],
    ['half of a character', '{"name":"\\ud83d"}', 'INVALID_JSON', '(a lone surrogate) in "name"'],
    ['half of a character in a name', '{"\\udc00":1}', 'INVALID_JSON', 'in "\ufffd"'],
    ['another encoding', new Uint8Array([0x22, 0xe4, 0x22]), 'INVALID_JSON', 'is not valid UTF-8'],
    ['more than allowed', `"${'x'.repeat(99)}"`, 'PAYLOAD_TOO_LARGE', 'MiB at most'],
  ])('is not %s', async (_, body, code, message) => {
    expect(await read(body)).toEqual({ code, message: expect.stringContaining(message) });
  });

  it.each([
    ['application/json; charset=utf-8', true],
    ['Application/JSON', true],
    ['text/plain', false],
    ['application/json-patch', false],
  ])('is of the type %s: %s', async (type, isTaken) => {
    expect(await read('1', type)).toEqual(
      isTaken
        ? { value: 1 }
        : { code: 'UNSUPPORTED_MEDIA_TYPE', message: expect.stringContaining(`It is ${type}`) },
    );
  });

  it('is not compressed', async () => {
    const sent = (coding: string) => read('1', undefined, { 'Content-Encoding': coding });
    expect(await sent('Identity')).toEqual({ value: 1 });
    expect(await sent('gzip')).toEqual({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: 'Send the request body uncompressed. Its Content-Encoding is gzip.',
    });
  });
});
