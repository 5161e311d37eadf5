import { describe, expect, it } from 'vitest';
import { hintFor as hintOf } from '../../../src/cli/errors/hints.js';
import type { Credentials } from '../../../src/cli/profiles/resolve-credentials.js';
import { ApiError, type NextRequest } from '../../../src/client/index.js';

const EMBEDDED: Credentials = { kind: 'embedded', implied: false };

function answered(status: number, path: string, code?: string, next?: NextRequest): ApiError {
  return new ApiError('No.', {
    status,
    method: 'GET',
    path,
    codes: code === undefined ? [] : [code],
    errorBody: {
      message: 'No.',
      statusCode: status,
      errors: [{ title: 'No.', code: code ?? '', next }],
    },
    bodyStart: undefined,
    contentType: undefined,
    requestId: undefined,
    retryAfterSeconds: undefined,
  });
}

const FOLLOW: NextRequest = { operation: 'createFeed', body: { mode: 'changes' } };

const hintFor = (error: unknown, used: Credentials | undefined, debug = false) =>
  hintOf(error, used, { debug });

describe('the hint for an error', () => {
  it('of the embedded service itself is how to see its cause', () => {
    const failed = answered(500, '/v1/feeds', 'INTERNAL');
    expect(hintFor(failed, EMBEDDED)).toContain('--debug');
    expect(hintFor(failed, EMBEDDED, true)).toBeUndefined();
    expect(hintFor(failed, undefined)).toBeUndefined();
  });

  it('of a key that is refused is about the credentials in use', () => {
    const refused = answered(401, '/v1/feeds', 'UNAUTHORIZED');
    expect(hintFor(refused, EMBEDDED)).toBe('Create a new key: feedctl auth login --embedded');
    expect(hintFor(refused, undefined)).toBeUndefined();
    expect(hintFor(answered(403, '/v1/feeds'), EMBEDDED)).toBeUndefined();
    expect(hintFor(new Error('no'), EMBEDDED)).toBeUndefined();
  });

  it.each([
    [404, '/v1/feeds/f1', 'FEED_NOT_FOUND', 'feedctl feeds list --all'],
    [404, '/v1/bundles/_b/feeds/f1', 'FEED_NOT_FOUND', 'feedctl feeds list --all'],
    [404, '/v1/deliveries/d', 'DELIVERY_NOT_FOUND', 'feedctl webhooks deliveries'],
    [409, '/v1/accounts', 'ACCOUNT_EXISTS', 'feedctl accounts list --all'],
    [404, '/v1/keys/c_1', 'KEY_NOT_FOUND', 'feedctl keys list --all'],
    [
      404,
      '/v1/accounts/news%20desk/keys/c_1',
      'KEY_NOT_FOUND',
      "feedctl keys list --all --account 'news desk'",
    ],
    // A service without codes, or with others.
    [404, '/v1/feeds/f1/settings', undefined, 'feedctl feeds list --all'],
    [404, '/v1/bundles/_b', 'gone', 'feedctl bundles list --all'],
  ])('%s %s %s ends with %s', (status, path, code, command) => {
    expect(hintFor(answered(status, path, code), EMBEDDED)).toMatch(/^List the \w+: /);
    expect(hintFor(answered(status, path, code), EMBEDDED)?.endsWith(`: ${command}`)).toBe(true);
  });

  it.each([
    [
      '/v1/feeds',
      'feeds create a.test',
      'To follow the changes of its text: feedctl feeds create a.test --changes. If the page has a list, point at it: feedctl feeds create a.test --select items=CSS',
    ],
    ['/v1/feeds', 'feeds create a.test --select items=li', undefined],
    ['/v1/feeds', 'feeds create a.test --changes', undefined],
    ['/v1/feeds/f1/repair', 'feeds repair f1', undefined],
  ])('of a page without a list: %s of "%s"', (path, typed, command) => {
    const refused = answered(400, path, 'NO_ITEMS_FOUND', FOLLOW);
    expect(hintOf(refused, EMBEDDED, { typed: typed.split(' ') })).toBe(command);
  });

  it('of a text is the command that follows its changes', () => {
    const options = { typed: ['feeds', 'create', 'a.test/log.txt'] };
    const text = answered(400, '/v1/feeds', 'SOURCE_INVALID', FOLLOW);
    expect(hintOf(text, EMBEDDED, options)).toBe(
      'To follow the changes of its text: feedctl feeds create a.test/log.txt --changes',
    );
    expect(hintOf(answered(400, '/v1/feeds', 'SOURCE_INVALID'), EMBEDDED, options)).toBeUndefined();
  });

  it.each<[NextRequest, string | undefined]>([
    [{ operation: 'refreshFeed', id: 'f1' }, 'Refresh the feed: feedctl refresh f1'],
    [
      { operation: 'getFeedRepair', id: 'f1' },
      'Show the repair again: feedctl health f1 --fix --dry-run',
    ],
    [
      { operation: 'updateFeedSettings', id: 'f1', body: { full_text: true } },
      'Turn them on first: feedctl settings set f1 --full-text',
    ],
    [{ operation: 'deleteFeed', id: 'f1' }, 'Delete that feed: feedctl feeds delete f1'],
    [{ operation: 'ofANewerService' }, undefined],
  ])('is the command of the request that leads on: %o', (next, command) => {
    expect(hintFor(answered(400, '/v1/feeds/f1', 'INVALID_FIELD', next), EMBEDDED)).toBe(command);
  });

  it.each([
    [404, '/v1/feeds', undefined],
    [404, '/v1/bundles', undefined],
    [400, '/v1/feeds/f1', undefined],
  ])('%s %s has none of its own', (status, path, code) => {
    expect(hintFor(answered(status, path, code), EMBEDDED)).toBeUndefined();
  });
});
