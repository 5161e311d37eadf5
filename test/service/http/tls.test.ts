import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readTlsFiles } from '../../../src/service/http/tls.js';

const tlsFile = (name: string) => new URL(`../../fixtures/tls/${name}`, import.meta.url).pathname;
const certFile = tlsFile('localhost.crt');
const keyFile = tlsFile('localhost.key');

it('reads a certificate and its key as they are', async () => {
  expect(await readTlsFiles({ certFile, keyFile })).toEqual({
    cert: readFileSync(certFile, 'utf8'),
    key: readFileSync(keyFile, 'utf8'),
  });
});

it.each([
  ['a missing certificate', 'missing.crt', keyFile, /missing\.crt \(--tls-cert\) does not exist/],
  ['a missing key', certFile, 'missing.key', /missing\.key \(--tls-key\) does not exist/],
  ['a directory', tlsFile('.'), keyFile, /\(--tls-cert\) cannot be read \(EISDIR\)/],
  ['a key for a certificate', keyFile, keyFile, /\(--tls-cert\) holds no certificate/],
  ['a certificate for a key', certFile, certFile, /\(--tls-key\) holds no private key/],
  ['the key of another', certFile, tlsFile('other.key'), /does not belong to the certificate/],
])('refuses %s', async (_, cert, key, message) => {
  const read = readTlsFiles({ certFile: cert, keyFile: key });
  await expect(read).rejects.toMatchObject({
    code: 'INVALID_FIELD',
    message: expect.stringMatching(message),
  });
});
