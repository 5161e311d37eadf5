import { describe, expect, it } from 'vitest';
import {
  type Endpoint,
  ERROR_CODES,
  endpoints,
  isBundleId,
  summaryOf,
} from '../../src/contract/index.js';

const table: [string, Endpoint][] = Object.entries(endpoints);

/** Method and path of the endpoints that only feedctl's own service has for these features. */
function extensions(...features: string[]): string[] {
  const own = table.filter(([, { own }]) => own !== undefined && features.includes(own));
  return own.map(([, { method, path }]) => `${method} ${path}`).sort();
}

const WEBHOOKS = [
  'DELETE /v1/webhooks/:id',
  'GET /v1/deliveries',
  'GET /v1/deliveries/:id',
  'GET /v1/webhooks',
  'GET /v1/webhooks/:id',
  'PATCH /v1/webhooks/:id',
  'POST /v1/deliveries/:id/replay',
  'POST /v1/webhooks',
  'POST /v1/webhooks/:id/resend',
  'POST /v1/webhooks/:id/rotate',
  'POST /v1/webhooks/:id/test',
];

/** Actions that need no more than the id in their path. */
const WITHOUT_BODY = new Set([
  'testWebhook',
  'rotateWebhookSecret',
  'replayDelivery',
  'refreshFeed',
]);

/** Endpoints for every account with a field that only the owner account may set: a proxy. */
const SOME_FIELDS_FOR_THE_OWNER = new Set(['createFeed', 'preview', 'updateFeed']);

describe('the endpoint table', () => {
  it('has every endpoint of the interface, beside the extensions', () => {
    const standard = table.filter(([, { own }]) => own === undefined);
    expect(standard.map(([, { method, path }]) => `${method} ${path}`).sort()).toEqual([
      'DELETE /v1/bundles/:id',
      'DELETE /v1/bundles/:id/feeds/:feedId',
      'DELETE /v1/feeds/:id',
      'GET /v1/bundles',
      'GET /v1/bundles/:id',
      'GET /v1/feeds',
      'GET /v1/feeds/:id',
      'GET /v1/feeds/:id/settings',
      'PATCH /v1/bundles/:id',
      'PATCH /v1/feeds/:id',
      'PATCH /v1/feeds/:id/settings',
      'POST /v1/bundles',
      'POST /v1/feeds',
      'PUT /v1/bundles/:id/feeds/:feedId',
    ]);
  });

  it.each(table)('the summary of %s says whether it is an extension', (_, endpoint) => {
    expect(summaryOf(endpoint).startsWith('Extension: ')).toBe(endpoint.own !== undefined);
    expect(summaryOf(endpoint)).toMatch(/^Extension: [a-z].*[^.]$|^[A-Z].*[^.]$/);
  });

  it('has the extensions for keys and accounts', () => {
    expect(extensions('API keys', 'accounts')).toEqual([
      'DELETE /v1/accounts/:id/keys/:keyId',
      'DELETE /v1/keys/:id',
      'GET /v1/accounts',
      'GET /v1/accounts/:id',
      'GET /v1/accounts/:id/keys',
      'GET /v1/keys',
      'PATCH /v1/accounts/:id',
      'POST /v1/accounts',
      'POST /v1/accounts/:id/keys',
      'POST /v1/keys',
    ]);
  });

  it.each(table)('%s is for the owner account alone if it is about accounts', (name, endpoint) => {
    const { path, ownerOnly = false, errors } = endpoint;
    expect(ownerOnly).toBe(path.startsWith('/v1/accounts'));
    expect(errors.includes('FORBIDDEN')).toBe(ownerOnly || SOME_FIELDS_FOR_THE_OWNER.has(name));
  });

  it('has the extensions for webhooks and deliveries', () => {
    expect(extensions('webhooks')).toEqual(WEBHOOKS);
  });

  it.each(table)('%s takes a body if and only if its method has one', (name, { method, body }) => {
    const expected = (method === 'POST' && !WITHOUT_BODY.has(name)) || method === 'PATCH';
    expect(body !== undefined).toBe(expected);
  });

  it.each(table)('%s may fail for what is wrong with its input', (_, { body, query, errors }) => {
    if (body !== undefined || query !== undefined) expect(errors).toContain('INVALID_FIELD');
  });

  it.each(table)('%s says when what its path names does not exist', (_, { path, errors }) => {
    if (path.includes('/feeds/:id')) expect(errors).toContain('FEED_NOT_FOUND');
    if (path.includes('/bundles/:id')) expect(errors).toContain('BUNDLE_NOT_FOUND');
    if (path.includes('/webhooks/:id')) expect(errors).toContain('WEBHOOK_NOT_FOUND');
    if (path.includes('/deliveries/:id')) expect(errors).toContain('DELIVERY_NOT_FOUND');
  });
});

describe('the error codes', () => {
  it.each(Object.entries(ERROR_CODES))('%s has a status of failure and a title', (code, error) => {
    expect(code).toMatch(/^[A-Z]+(?:_[A-Z]+)*$/);
    expect(error.status).toBeGreaterThanOrEqual(400);
    expect(error.title).toMatch(/^[A-Z].*[^.]$/);
  });
});

describe('isBundleId', () => {
  const cases: [string, boolean][] = [
    ['_a1B2c3D4e5F6g7H8', true],
    ['a1B2c3D4e5F6g7H8', false],
    ['', false],
  ];
  it.each(cases)('«%s»: %s', (id, expected) => {
    expect(isBundleId(id)).toBe(expected);
  });
});
