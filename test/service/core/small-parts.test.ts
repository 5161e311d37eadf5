import { expect, it } from 'vitest';
import * as z from 'zod';
import {
  changeLine,
  firstTextTitle,
  isFirstText,
  labelLine,
  moreLine,
} from '../../../src/base/change-text.js';
import { decodeBytes, isKnownEncoding } from '../../../src/service/core/code-pages.js';
import { CLOCK_SKEW } from '../../../src/service/core/credible-time.js';
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/service/core/durations.js';
import { invalidField, ServiceError } from '../../../src/service/core/errors.js';
import { decodeCursor, encodeCursor } from '../../../src/service/core/paging.js';
import { registrableDomain } from '../../../src/service/core/registrable-domain.js';
import {
  listenAddress,
  readServeSettings,
  readSettings,
} from '../../../src/service/core/settings.js';
import { isoTime, isoTimeOrNull, systemClock } from '../../../src/service/core/time.js';

it('durations are in milliseconds', () => {
  expect([SECOND, MINUTE, HOUR, DAY, CLOCK_SKEW]).toEqual([
    ...[1000, 60_000, 3_600_000, 86_400_000, 300_000],
  ]);
});

it('a time is written as ISO 8601, and none stays none', () => {
  expect([isoTime(0), isoTimeOrNull(0), isoTimeOrNull(null)]).toEqual([
    '1970-01-01T00:00:00.000Z',
    '1970-01-01T00:00:00.000Z',
    null,
  ]);
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(HOUR);
});

it('a cursor comes back as it went, and nothing else is taken', () => {
  const schema = z.object({ at: z.int() });
  expect(decodeCursor(schema, encodeCursor({ at: 5 }))).toEqual({ at: 5 });
  for (const wrong of ['', '!', encodeCursor({ at: 'x' })]) {
    expect(() => decodeCursor(schema, wrong)).toThrow('"cursor" is invalid');
  }
});

it.each([
  ['https://staff.tumblr.com/x', 'tumblr.com'],
  ['news.example.co.uk', 'example.co.uk'],
  ['http://127.0.0.1:80/', null],
  ['http://server.local/', null],
  ['localhost', null],
])('%s is of the domain %s', (address, domain) => {
  expect(registrableDomain(address)).toBe(domain);
});

it('an error has the status of its code, and what caused it', () => {
  const cause = new Error('why');
  const error = new ServiceError('STORE_UNAVAILABLE', 'Locked.', { cause, retryAfterSeconds: 5 });
  expect(error).toMatchObject({ status: 503, retryAfterSeconds: 5, cause, name: 'ServiceError' });
  expect(invalidField('Wrong.')).toMatchObject({ status: 400, code: 'INVALID_FIELD' });
  expect(invalidField('Wrong.')).not.toHaveProperty('cause');
});

it('decodes what its name says', () => {
  expect([isKnownEncoding('windows-1252'), isKnownEncoding('nonsense')]).toEqual([true, false]);
  expect(decodeBytes(Buffer.from([0x80, 0xe9]), 'windows-1252')).toBe('€é');
});

it('writes the lines of a change', () => {
  expect([changeLine('Added', 'a'), changeLine('Removed', 'b'), labelLine('L')]).toEqual([
    ...['Added: a', 'Removed: b', 'L:'],
  ]);
  expect(moreLine(1)).toBe('… and changes in 1 more place');
  expect(moreLine(2)).toBe('… and changes in 2 more places');
});

it('knows the first text of a followed page by its title and its address', () => {
  const title = firstTextTitle('5 lines');
  const url = 'https://a.example/page#feedctl-change-1';
  const known = [
    { title, url },
    { title: 'Another', url },
    { title, url: 'https://a.example/page' },
  ].map(isFirstText);
  expect(known).toEqual([true, false, false]);
});

it('says where serve listens', () => {
  expect(listenAddress()).toBe('http://127.0.0.1:7410');
  expect(listenAddress({ FEEDCTL_PORT: '0' })).toBe('http://127.0.0.1:7410');
  expect(listenAddress({ FEEDCTL_PORT: '80' })).toBe('http://127.0.0.1:80');
});

it.each([
  [{ FEEDCTL_PORT: '65535' }, { port: 65_535 }],
  [{ FEEDCTL_PORT: '0' }, { port: 0 }],
])('serve reads %j', (env, settings) => {
  expect(readServeSettings(env)).toEqual(settings);
});

it.each([
  [{ FEEDCTL_ALLOW_PRIVATE_NETWORKS: 'off' }, { allowPrivateNetworks: false }],
  [{ FEEDCTL_LEASE: '1s' }, { leaseMs: 1000 }],
  [{ FEEDCTL_LEASE: '1h' }, { leaseMs: HOUR }],
  [{ FEEDCTL_CACHE_BYTES: '0' }, { cacheBytes: 0 }],
  [{ FEEDCTL_CACHE_BYTES: '2k' }, { cacheBytes: 2048 }],
  [{ FEEDCTL_CACHE_BYTES: '64 GiB' }, { cacheBytes: 64 * 1024 ** 3 }],
  [{ FEEDCTL_MAX_BODY: '1MB' }, { maxBodyBytes: 1024 ** 2 }],
  [{ FEEDCTL_HOST_CONCURRENCY: '1' }, { hostConcurrency: 1 }],
  [
    { FEEDCTL_REFRESH_FLOOR: '1h', FEEDCTL_REFRESH_CEILING: '1h' },
    { refreshFloorMs: HOUR, refreshCeilingMs: HOUR },
  ],
])('a service reads %j', (env, settings) => {
  expect(readSettings(env)).toEqual(settings);
});

it('the longest interval is no shorter than the shortest', () => {
  const env = { FEEDCTL_REFRESH_FLOOR: '2h', FEEDCTL_REFRESH_CEILING: '1h' };
  expect(() => readSettings(env)).toThrow('FEEDCTL_REFRESH_CEILING must not be shorter than');
});

it.each([
  [{ FEEDCTL_PORT: '65536' }, 'a whole number from 0 to 65535'],
  [{ FEEDCTL_PORT: '-1' }, 'a whole number from 0 to 65535'],
  [{ FEEDCTL_ROLE: 'boss' }, 'must be one of'],
])('serve refuses %j', (env, message) => {
  expect(() => readServeSettings(env)).toThrow(message);
});
