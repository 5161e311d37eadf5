import { expect, it } from 'vitest';
import { hintFor } from '../../../src/cli/errors/hints.js';
import type { Credentials } from '../../../src/cli/profiles/resolve-credentials.js';
import type { ApiError } from '../../../src/client/errors.js';
import { refusal } from '../../support/api-error.js';

const EMBEDDED = { kind: 'embedded' } as Credentials;

const refused = (status: number, code: string) => refusal({ status, codes: [code] });

it('leads to the cause of a failure inside the embedded service', () => {
  const hint = (error: ApiError, debug: boolean) => hintFor(error, EMBEDDED, { debug });
  expect(hint(refused(500, 'INTERNAL'), false)).toContain('--debug');
  // The cause is shown already.
  expect(hint(refused(500, 'INTERNAL'), true)).toBeUndefined();
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
