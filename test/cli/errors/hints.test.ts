import { describe, expect, it } from 'vitest';
import { hintFor } from '../../../src/cli/errors/hints.js';
import type { Credentials } from '../../../src/cli/profiles/resolve-credentials.js';
import type { ApiError, ApiErrorFacts, ErrorEntry } from '../../../src/client/errors.js';
import { refusal } from '../../support/api-error.js';

const EMBEDDED = { kind: 'embedded' } as Credentials;
const NEW_FEED = ['feeds', 'create', 'example.com'];

const refused = (status: number, code: string) => refusal({ status, codes: [code] });

it('leads to the cause of a failure inside the embedded service', () => {
  const hint = (error: ApiError, debug: boolean) => hintFor(error, EMBEDDED, { debug });
  expect(hint(refused(500, 'INTERNAL'), false)).toContain('--debug');
  // The cause is shown already.
  expect(hint(refused(500, 'INTERNAL'), true)).toBeUndefined();
  expect(hintFor(refused(500, 'INTERNAL'), EMBEDDED)).toContain('--debug');
  expect(hint(refused(500, 'OTHER'), false)).toBeUndefined();
});

it('leads to the list of what was not found', () => {
  expect(hintFor(refused(404, 'FEED_NOT_FOUND'), EMBEDDED)).toContain('feedctl feeds list');
  expect(hintFor(refused(404, 'WEBHOOK_NOT_FOUND'), EMBEDDED)).toContain('webhooks list');
});

it('knows errors of the service only', () => {
  expect(hintFor(new Error('FEED_NOT_FOUND'), EMBEDDED)).toBeUndefined();
});

it('takes no name of a service for what every object has', () => {
  expect(hintFor(refused(400, 'constructor'), EMBEDDED)).toBeUndefined();
  const next = { operation: '__defineGetter__', id: 'x' };
  const errors = [{ title: 'No.', code: 'OTHER', next }];
  const errorBody = { message: 'No.', statusCode: 400, errors };
  expect(hintFor(refusal({ status: 400, codes: ['OTHER'], errorBody }), EMBEDDED)).toBeUndefined();
});

it('offers a new key where the key in use is refused', () => {
  expect(hintFor(refused(401, 'UNAUTHORIZED'), EMBEDDED)).toContain('auth login');
  expect(hintFor(refused(401, 'UNAUTHORIZED'), undefined)).toBeUndefined();
  expect(hintFor(refused(402, 'EXPIRED'), EMBEDDED)).toBeUndefined();
});

it.each([
  ['KEY_NOT_FOUND', '/v1/keys/a', 'feedctl keys list --all'],
  ['KEY_LIMIT_REACHED', '/v1/accounts/a%20b/keys', "feedctl keys list --all --account 'a b'"],
])('leads to the keys: %s at %s', (code, path, command) => {
  const error = refusal({ status: 404, codes: [code], path });
  expect(hintFor(error, EMBEDDED)).toBe(`List the keys: ${command}`);
});

it.each([
  [404, '/v1/feeds/a', 'feedctl feeds list'],
  [404, '/v1/bundles/a', 'feedctl bundles list'],
  [404, '/v1/bundles/a/feeds', undefined],
  [404, '/v1/feeds', undefined],
  [410, '/v1/feeds/a', undefined],
])('leads to the list by the path where a service has no codes: %d %s', (status, path, command) => {
  const hint = hintFor(refusal({ status, path }), EMBEDDED);
  if (command === undefined) expect(hint).toBeUndefined();
  else expect(hint).toContain(command);
});

describe('what the service leads on to', () => {
  const hint = (entry: Partial<ErrorEntry>, typed?: string[], facts?: Partial<ApiErrorFacts>) => {
    const code = entry.code ?? 'OTHER';
    const errors = [{ title: 'No.', ...entry, code }];
    const errorBody = { message: 'No.', statusCode: 422, errors };
    const error = refusal({ status: 422, codes: [code], errorBody, ...facts });
    return hintFor(error, EMBEDDED, typed && { typed });
  };
  const next = (operation: string, body?: Record<string, unknown>) => ({
    next: { operation, id: 'a', body },
  });

  it('is a command', () => {
    expect(hint(next('refreshFeed'))).toBe('Refresh the feed: feedctl refresh a');
    expect(hint(next('somethingNew'))).toBeUndefined();
  });

  it('turns on full texts only where those are asked for', () => {
    const command = 'Turn them on first: feedctl settings set a --full-text';
    expect(hint(next('updateFeedSettings', { full_text: true }))).toBe(command);
    expect(hint(next('updateFeedSettings', { full_text: false }))).toBeUndefined();
    expect(hint(next('updateFeedSettings'))).toBeUndefined();
    expect(hint(next('refreshFeed', { full_text: true }))).toContain('feedctl refresh a');
  });

  it('is the command again with the list that the page has', () => {
    const list = { items: 2, titles: [], selectors: { items: 'li', link: 'a' } };
    expect(hint({ list }, NEW_FEED)).toBe(
      'To take this list: feedctl feeds create example.com --select items=li --select link=a',
    );
    expect(hint({ list })).toBeUndefined();
    expect(hint({}, NEW_FEED)).toBeUndefined();
  });

  it('is the same page in another way, unless one was chosen', () => {
    const changes = next('createFeed', { mode: 'changes' });
    const follow = 'To follow the changes of its text: feedctl feeds create example.com --changes';
    expect(hint(changes, NEW_FEED)).toBe(follow);
    expect(hint({ ...changes, code: 'NO_ITEMS_FOUND' }, NEW_FEED)).toBe(
      `${follow}. If the page has a list, point at it: feedctl feeds create example.com --select items=CSS`,
    );
    for (const chosen of ['--select', '--changes', '--from=json', '--mode']) {
      expect(hint(changes, [...NEW_FEED, chosen])).toBeUndefined();
    }
    expect(hint(changes, [])).toBeUndefined();
    expect(hint(changes)).toBeUndefined();
    expect(hint(changes, NEW_FEED, { path: '/v1/preview' })).toBeUndefined();
    expect(hint(next('createFeed', { mode: 'list' }), NEW_FEED)).toBeUndefined();
    expect(hint(next('refreshFeed', { mode: 'changes' }), NEW_FEED)).toContain('refresh a');
  });
});
