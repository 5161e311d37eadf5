import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCredentials, parseToken, withoutSecret } from '../../src/client/credentials.js';
import { ConfigurationError } from '../../src/client/errors.js';

const printable = (without = '') =>
  fc
    .string({ minLength: 1, unit: fc.integer({ min: 0x21, max: 0x7e }).map(String.fromCharCode) })
    .map((value) => value.replaceAll(without === '' ? '\0' : without, ''))
    .filter((value) => value !== '' && !/^bearer$/i.test(value));

describe('credentials', () => {
  it.each([
    ['c_key:s_secret', 'c_key', 's_secret'],
    ['  c_key:s_secret\n', 'c_key', 's_secret'],
    ['Bearer c_key:s_secret', 'c_key', 's_secret'],
    ['c_key:s_se:cret', 'c_key', 's_se:cret'],
  ])('reads %j', (token, apiKey, apiSecret) => {
    expect(parseToken(token)).toEqual({ apiKey, apiSecret });
  });

  it.each([
    '',
    ':',
    'c_key',
    'c_key:',
    ':s_secret',
    'c_key:s sec',
    'c_kéy:s',
    'c:s\nx: y',
    'c:s\0',
  ])('refuses %j', (token) => {
    expect(() => parseToken(token)).toThrow(ConfigurationError);
  });

  it('reads back every pair it was joined from', () => {
    fc.assert(
      fc.property(printable(':'), printable(), (apiKey, apiSecret) => {
        expect(parseToken(`${apiKey}:${apiSecret}`)).toEqual({ apiKey, apiSecret });
      }),
    );
  });

  it('never repeats a refused token', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 8 }),
        fc.constantFrom('', ':', ' :', '\n'),
        (text, sep) => {
          const token = `secret${text}${sep}`;
          try {
            parseToken(token);
          } catch (error) {
            expect(String(error)).not.toContain(`secret${text}`);
          }
        },
      ),
    );
  });

  it('refuses a key with a colon, which would move the border to the secret', () => {
    expect(() => checkCredentials({ apiKey: 'a:b', apiSecret: 'c' })).toThrow(/API key contains/);
  });

  it('takes an echoed secret out of a text', () => {
    const credentials = { apiKey: 'c_1', apiSecret: 's_$&_long' };
    const text = 'got c_1:s_$&_long and s_$&_long';
    expect(withoutSecret(text, credentials)).toBe('got c_1:*** and ***');
  });

  it('leaves words alone that a short secret happens to be', () => {
    const text = 'The feed is not there.';
    for (const apiSecret of ['feed', 'e', 'The feed'.slice(0, 7)]) {
      expect(withoutSecret(text, { apiKey: 'c_1', apiSecret })).toBe(text);
    }
    expect(withoutSecret(text, { apiKey: 'c_1', apiSecret: 'The feed' })).toBe('*** is not there.');
  });
});
