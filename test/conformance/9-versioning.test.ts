import { describe, expect, it } from 'vitest';
import { ERROR_CODES, endpoints, VERSION } from '../../src/contract/index.js';
import { expectError } from './api.js';
import { describeConformance } from './forms.js';

describeConformance('Versioning, and the headers of every response', (setup) => {
  it('the prefix must be given', async () => {
    expectError(await setup.api.get('/feeds'), 'NOT_FOUND', /begin with \/v1\//);
  });

  it.each(['/v1/feeds', '/v1/feeds/nosuch', '/nothing', '/healthz'])(
    '%s names our version and the request',
    async (path) => {
      const { headers } = await setup.api.get(path);
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
    expect((await setup.api.get('/v1/feeds')).headers.get('Cache-Control')).toBe('no-store');
  });

  it('/healthz and /readyz answer without a key', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const reply = await setup.api.raw('GET', path, { headers: { Authorization: '' } });
      expect(reply.status).toBe(200);
    }
  });

  interface Operation {
    operationId: string;
    parameters: { name: string; in: string; required: boolean }[];
    requestBody?: object;
    responses: Record<string, { description: string; headers?: object }>;
  }

  describe('/openapi.json', () => {
    it('describes every endpoint and status of the table', async () => {
      const { status, body } = await setup.api.get('/openapi.json');
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
      const { body } = await setup.api.get('/openapi.json');
      const { paths } = body as { paths: Record<string, { get: { parameters: object[] } }> };
      for (const path of ['/v1/feeds', '/v1/bundles']) {
        // Filters and orders of our own may follow.
        expect(paths[path]?.get.parameters.slice(0, 2)).toMatchObject([
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
          { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } },
        ]);
      }
    });

    it('keeps the rules of OpenAPI for operations, parameters and answers', async () => {
      const { body } = await setup.api.get('/openapi.json');
      const { paths } = body as { paths: Record<string, Record<string, Operation>> };
      const operations = Object.entries(paths).flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
      );
      const ids = operations.map(({ operation }) => operation.operationId);
      const table = new Map<string, object>(Object.entries(endpoints));
      expect(new Set(ids)).toEqual(new Set(table.keys()));
      for (const { path, operation } of operations) {
        const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
        expect(inPath.map(({ name }) => name)).toEqual(named);
        expect(inPath.every(({ required }) => required)).toBe(true);
        const takesBody = 'body' in (table.get(operation.operationId) ?? {});
        expect(operation.requestBody !== undefined).toBe(takesBody);
        for (const [status, { description }] of Object.entries(operation.responses)) {
          expect(status).toMatch(/^[1-5]\d\d$/);
          expect(description).not.toBe('');
        }
      }
    });

    it('refers to nothing that it lacks', async () => {
      const { body } = await setup.api.get('/openapi.json');
      const { components } = body as { components: Record<string, Record<string, unknown>> };
      const known = Object.entries(components).flatMap(([kind, named]) =>
        Object.keys(named).map((name) => `#/components/${kind}/${name}`),
      );
      const references = JSON.stringify(body).matchAll(/"\$ref":"([^"]+)"/g);
      expect(new Set([...references].map(([, reference]) => reference))).toSatisfy(
        (used: Set<string>) => used.size > 0 && [...used].every((each) => known.includes(each)),
      );
    });

    it('says which answers tell of limits, and when to come again', async () => {
      const { body } = await setup.api.get('/openapi.json');
      const { paths } = body as { paths: Record<string, Record<string, Operation>> };
      const responses = paths['/v1/feeds']?.get?.responses ?? {};
      const told = (status: number) => Object.keys(responses[status]?.headers ?? {});
      expect(told(200)).toEqual(['RateLimit-Policy', 'RateLimit']);
      expect(told(429)).toEqual(['RateLimit-Policy', 'RateLimit', 'Retry-After']);
      expect(told(503)).toEqual(['Retry-After']);
    });
  });
});
