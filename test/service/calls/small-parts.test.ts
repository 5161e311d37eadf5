import { expect, it } from 'vitest';
import * as z from 'zod';
import { answering } from '../../../src/service/calls/as-account.js';
import { InvalidFields } from '../../../src/service/calls/call.js';
import { describeIssue } from '../../../src/service/calls/describe-issue.js';
import { errorReply } from '../../../src/service/calls/error-reply.js';
import { bodyTooLarge, plainBody } from '../../../src/service/calls/plain-body.js';
import { ServiceError } from '../../../src/service/core/errors.js';
import { silentLogger } from '../../../src/service/core/logger.js';

const schema = z.strictObject({
  name: z.string(),
  count: z.int().max(5).optional(),
  feeds: z.array(z.string()).optional(),
  inner: z.strictObject({ items: z.string().min(1) }).optional(),
});

it.each([
  [{}, '"name" is required.'],
  [{ name: 5 }, '"name" must be a string.'],
  [{ name: 'n', count: 1.5 }, '"count" must be a whole number.'],
  [{ name: 'n', count: 6 }, '"count" must be at most 5.'],
  [{ name: 'n', feeds: 'x' }, '"feeds" must be an array.'],
  [{ name: 'n', feeds: ['x', 1] }, '"feeds[1]" must be a string.'],
  [{ name: 'n', inner: { items: '' } }, '"inner.items" must not be empty.'],
  [
    { name: 'n', inner: { items: 'x', x: 1 } },
    '"inner.x" is not a field of this request. Allowed: items.',
  ],
  [
    { name: 'n', x: 1, y: 2 },
    '"x", "y" are not fields of this request. Allowed: name, count, feeds, inner.',
  ],
  ['text', 'The request body must be a JSON object.'],
])('%j: %s', (body, message) => {
  const [issue] = schema.safeParse(body).error?.issues ?? [];
  expect(issue && describeIssue(issue, schema)).toBe(message);
});

it('says nothing of what is allowed where that is not known', () => {
  const [issue] = schema.safeParse({ name: 'n', x: 1 }).error?.issues ?? [];
  const text = z.string();
  expect(issue && describeIssue(issue, text)).toBe('"x" is not a field of this request.');
});

it('a body is read as its JSON would be', () => {
  const list = [undefined, { b: 1, c: undefined }];
  expect(plainBody({ a: undefined, list, none: null })).toStrictEqual({
    list: [undefined, { b: 1 }],
    none: null,
  });
  expect(plainBody({ ab: 'cd' }, 4)).toEqual({ ab: 'cd' });
  expect(() => plainBody({ ab: 'cde' }, 4)).toThrow(ServiceError);
  expect(() => plainBody({ a: 'x'.repeat(1024 * 1024) })).toThrow('1 MiB at most');
  expect(plainBody({ a: 'x'.repeat(1024 * 1024 - 1) })).toBeDefined();
  expect(bodyTooLarge(2 * 1024 * 1024).message).toContain(' 2 MiB ');
  expect(() => plainBody({ title: '\ud800' })).toThrow('(a lone surrogate) in "title"');
  expect(() => plainBody({ '\ud800': 1 })).toThrow('a lone surrogate');
  const long = `${'x'.repeat(100)}y`;
  expect(() => plainBody({ [long]: '\ud800' })).toThrow(`in "${'x'.repeat(100)}"`);
});

it('an error is answered with all its problems', () => {
  const list = { items: 1, titles: [], selectors: { items: 'li' } };
  const error = new ServiceError('RATE_LIMITED', 'Slower.', { retryAfterSeconds: 3 });
  expect(errorReply(error)).toMatchObject({
    status: 429,
    body: { message: 'Slower.', statusCode: 429, errors: [{ code: 'RATE_LIMITED' }] },
    retryAfterSeconds: 3,
  });
  expect(errorReply(error).body.errors[0]).not.toHaveProperty('list');
  const doubtful = new ServiceError('NO_ITEMS_FOUND', 'None.', { list });
  expect(errorReply(doubtful).body.errors).toMatchObject([{ list }]);
  const invalid = new InvalidFields(['"a" is required.', '"b" is required.']);
  expect(errorReply(invalid).body.errors.map(({ title }) => title)).toEqual([
    ...['"a" is required.', '"b" is required.'],
  ]);
});

it('a call that fails is an answer, whose cause only the log has', async () => {
  const failing = (error: unknown) => answering(() => Promise.reject(error), silentLogger);
  const known = await failing(new ServiceError('FEED_NOT_FOUND', 'No feed.'))('listFeeds');
  expect(known).toMatchObject({ status: 404, body: { message: 'No feed.' } });
  const bug = await failing(new TypeError('x is not a function'))('listFeeds');
  expect(bug).toMatchObject({ status: 500, body: { message: 'The service failed.' } });
});
