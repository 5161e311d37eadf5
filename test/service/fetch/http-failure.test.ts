import { expect, it } from 'vitest';
import type { FetchedDocument } from '../../../src/service/fetch/fetched-document.js';
import {
  blocked,
  forbiddenAddress,
  httpFailure,
  SourceError,
} from '../../../src/service/fetch/http-failure.js';

const NOW = Date.UTC(2026, 0, 15);

function failure(status: number, headers: Record<string, string> = {}, body = '') {
  const bytes = Buffer.from(body);
  const answer = { status, headers, body: { bytes }, url: 'https://a.example:81/feed' };
  return httpFailure(answer as unknown as FetchedDocument, NOW);
}

it.each([
  [400, 'SOURCE_UNREACHABLE', 'a.example:81 answered HTTP 400 for https://a.example:81/feed.'],
  [401, 'SOURCE_BLOCKED', 'HTTP 401: it does not allow this service to read https://a.example'],
  [402, 'SOURCE_UNREACHABLE', 'HTTP 402 for https'],
  [403, 'SOURCE_BLOCKED', 'HTTP 403: it does not allow'],
  [404, 'SOURCE_UNREACHABLE', 'HTTP 404: https://a.example:81/feed was not found.'],
  [410, 'SOURCE_UNREACHABLE', 'HTTP 410: https://a.example:81/feed was permanently removed.'],
  [429, 'SOURCE_UNREACHABLE', 'HTTP 429: too many requests.'],
  [499, 'SOURCE_UNREACHABLE', 'HTTP 499 for https'],
  [500, 'SOURCE_UNREACHABLE', 'HTTP 500: server error of the site.'],
])('status %i is %s: %s', (status, code, message) => {
  const error = failure(status);
  expect(error).toMatchObject({ name: 'SourceError', code, httpStatus: status });
  expect(error.message).toContain(message);
  expect(error.retryAfterSeconds).toBeUndefined();
});

it('says when the site can be asked again: Retry-After first, then the reset of its quota', () => {
  const reset = { 'x-ratelimit-reset': '40' };
  expect(failure(429, reset).retryAfterSeconds).toBe(40);
  expect(failure(429, { ...reset, 'retry-after': '7' }).retryAfterSeconds).toBe(7);
  expect(failure(503, { ...reset, 'retry-after': '0' }).retryAfterSeconds).toBe(0);
});

it('a challenge for browsers is no answer of the site, whatever its status', () => {
  const error = failure(503, { 'cf-mitigated': 'challenge', 'retry-after': '5' });
  expect(error).toMatchObject({ code: 'SOURCE_BLOCKED', httpStatus: 503, retryAfterSeconds: 5 });
  expect(error.message).toMatch(/^a\.example:81 blocks automated readers \(.+, HTTP 503\)\. /);
  expect(blocked('a.example', 'Some', { httpStatus: 200 }).message).toContain('Some challenge');
});

it('names the setting that allows an address, where one does', () => {
  const setting = 'FEEDCTL_ALLOW_PRIVATE_NETWORKS=1';
  expect(forbiddenAddress('10.0.0.1', 'a private address').message).toContain(setting);
  expect(forbiddenAddress('127.0.0.1', 'a loopback address').message).toContain(setting);
  expect(forbiddenAddress('224.0.0.1', 'a multicast address').message).toBe(
    '224.0.0.1 is a multicast address, which this service does not connect to.',
  );
});

it('an error without an answer has no status', () => {
  expect(new SourceError('SOURCE_UNREACHABLE', 'No answer.').httpStatus).toBeNull();
});
