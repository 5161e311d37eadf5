import { describe, expect, it } from 'vitest';
import {
  accountEndpoints,
  backfillEndpoints,
  type Endpoint,
  ERROR_CODES,
  endpoints,
  healthEndpoints,
  isBundleId,
  itemEndpoints,
  previewEndpoints,
  refreshEndpoints,
  repairEndpoints,
  textEndpoints,
  webhookEndpoints,
} from '../../src/contract/index.js';

const table: [string, Endpoint][] = Object.entries(endpoints);

const EXTENSIONS: readonly object[] = [
  accountEndpoints,
  backfillEndpoints,
  webhookEndpoints,
  refreshEndpoints,
  repairEndpoints,
  itemEndpoints,
  textEndpoints,
  previewEndpoints,
  healthEndpoints,
];

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
    const standard = table.filter(([name]) => !EXTENSIONS.some((extension) => name in extension));
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

  it.each(table)('the summary of %s says whether it is an extension', (name, { summary }) => {
    const isExtension = EXTENSIONS.some((extension) => name in extension);
    expect(summary.startsWith('Extension: ')).toBe(isExtension);
  });

  it('has the extensions for keys and accounts', () => {
    const extensions: Endpoint[] = Object.values(accountEndpoints);
    expect(extensions.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
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
    const extensions: Endpoint[] = Object.values(webhookEndpoints);
    expect(extensions.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(WEBHOOKS);
  });

  it.each(table)('%s takes a body if and only if its method has one', (name, { method, body }) => {
    const expected = (method === 'POST' && !WITHOUT_BODY.has(name)) || method === 'PATCH';
    expect(body !== undefined).toBe(expected);
  });

  it.each(table)('%s names the parameters of its path', (_, { path, params }) => {
    const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    const filled = Object.fromEntries(names.map((name) => [name, 'x']));
    if (params === undefined) expect(names).toEqual([]);
    else expect(params().parse(filled)).toEqual(filled);
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
