import { describe, expect, it } from 'vitest';
import { ERROR_CODES, endpoints, VERSION } from '../../src/contract/index.js';
import { expectError } from './api.js';
import { describeAnyWay } from './forms.js';

describeAnyWay('Versioning, and the headers of every response', (setup) => {
  it('the prefix must be given', async () => {
    expectError(await setup.api.raw('GET', '/feeds'), 'NOT_FOUND', /begin with \/v1\//);
  });

  it.each(['/v1/feeds', '/v1/feeds/nosuch', '/nothing', '/healthz'])(
    '%s names our version and the request',
    async (path) => {
      const { headers } = await setup.api.raw('GET', path);
      expect(headers.get('Feedctl-Version')).toBe(VERSION);
      expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it('takes over the request id of a proxy, unless it could forge a log line', async () => {
    const idOf = async (id: string) => {
      const { headers } = await setup.api.raw('GET', '/v1/feeds', {
        headers: { 'X-Request-Id': id },
      });
      return headers.get('X-Request-Id');
    };
    expect(await idOf('proxy-1.a')).toBe('proxy-1.a');
    expect(await idOf('a b"c')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('responses of the interface are not for caches', async () => {
    expect((await setup.api.raw('GET', '/v1/feeds')).headers.get('Cache-Control')).toBe('no-store');
  });

  it('/healthz and /readyz answer without a key', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const reply = await setup.api.raw('GET', path, { headers: { Authorization: '' } });
      expect(reply.status).toBe(200);
    }
  });

  describe('/openapi.json', () => {
    it('describes every endpoint and status of the table', async () => {
      const { status, body } = await setup.api.raw('GET', '/openapi.json');
      expect(status).toBe(200);
      const document = body as {
        openapi: string;
        paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
      };

      expect(document.openapi).toBe('3.1.0');
      for (const { method, path, statuses, errors } of Object.values(endpoints)) {
        const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
        const documented = Object.keys(operation?.responses ?? {}).map(Number);
        expect(documented).toEqual(
          expect.arrayContaining([...statuses, ...errors.map((code) => ERROR_CODES[code].status)]),
        );
      }
    });

    it('says of a page what it may be: section 8', async () => {
      const { body } = await setup.api.raw('GET', '/openapi.json');
      const { paths } = body as { paths: Record<string, { get: { parameters: object[] } }> };
      for (const path of ['/v1/feeds', '/v1/bundles']) {
        // Filters and orders of our own may follow.
        expect(paths[path]?.get.parameters.slice(0, 2)).toMatchObject([
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
          { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } },
        ]);
      }
    });
  });
});
