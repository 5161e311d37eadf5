import { expect, it } from 'vitest';
import {
  explainListenError,
  listenUrl,
  requireSecureTransport,
} from '../../../src/service/http/listening.js';

it.each([
  ['127.0.0.1', {}, true],
  ['::1', {}, true],
  ['localhost', {}, true],
  ['0.0.0.0', {}, false],
  ['::', {}, false],
  ['feeds.example', {}, false],
  ['0.0.0.0', { tls: {} }, true],
  ['feeds.example', { behindProxy: [] }, true],
])('whether %s with %j may be listened on: %s', (host, transport, isAllowed) => {
  const listen = () => requireSecureTransport({ host, port: 80 }, transport);
  if (isAllowed) expect(listen).not.toThrow();
  else expect(listen).toThrow(`Listening on ${host} without HTTPS`);
});

it.each([
  ['EADDRINUSE', 7410, 'Port 7410 of a is taken, perhaps by another feedctl serve.'],
  ['EADDRINUSE', 7410, 'feedctl serve --port 7411'],
  ['EADDRINUSE', 65_534, 'feedctl serve --port 65535'],
  ['EADDRINUSE', 65_535, 'feedctl serve --port 0'],
  ['EACCES', 80, 'Port 80 of a needs rights'],
  ['EADDRNOTAVAIL', 80, 'a is no address of this machine.'],
  ['ENOTFOUND', 80, 'a is no address of this machine.'],
])('%s of port %i: %s', (code, port, message) => {
  const cause = Object.assign(new Error('listen'), { code });
  const error = explainListenError(cause, { host: 'a', port });
  expect(error).toMatchObject({ code: 'INVALID_FIELD', cause });
  expect(error.message).toContain(message);
});

it('any other failure stays what it is', () => {
  const other = Object.assign(new Error('no more files'), { code: 'EMFILE' });
  expect(explainListenError(other, { host: 'a', port: 80 })).toBe(other);
  expect(explainListenError('odd', { host: 'a', port: 80 }).message).toBe('odd');
});

it.each([
  ['127.0.0.1', 'http://127.0.0.1:80'],
  ['0.0.0.0', 'http://127.0.0.1:80'],
  ['::', 'http://[::1]:80'],
  ['fe80::1', 'http://[fe80::1]:80'],
  ['feeds.example', 'http://feeds.example:80'],
])('who listens on %s is at %s', (host, url) => {
  expect(listenUrl('http', { host, port: 80 })).toBe(url);
});
