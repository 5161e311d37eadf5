import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../src/contract/index.js';
import { openApiDocument } from '../../../src/service/http/openapi.js';

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: object;
  responses: Record<string, { description: string; headers?: object }>;
}

/** As it travels. */
const document: unknown = JSON.parse(JSON.stringify(openApiDocument()));

describe('the description of the interface', () => {
  it('names the operation of each webhook, unlike any other', () => {
    const { paths, webhooks } = document as Record<
      string,
      Record<string, Record<string, Operation>>
    >;
    const idsIn = (all: Record<string, Record<string, Operation>> = {}) =>
      Object.values(all).flatMap((item) => Object.values(item).map((each) => each.operationId));
    expect(idsIn(webhooks)).toEqual(['feedUpdateEvent', 'listLostEvent', 'listFoundEvent']);
    for (const id of idsIn(webhooks)) expect(idsIn(paths)).not.toContain(id);
  });

  it('keeps the rules of OpenAPI for operations, parameters and answers', () => {
    const { paths } = document as { paths: Record<string, Record<string, Operation>> };
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

  it('refers to nothing that it lacks', () => {
    const { components } = document as { components: Record<string, Record<string, unknown>> };
    const known = Object.entries(components).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `#/components/${kind}/${name}`),
    );
    const references = JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g);
    expect(new Set([...references].map(([, reference]) => reference))).toSatisfy(
      (used: Set<string>) => used.size > 0 && [...used].every((each) => known.includes(each)),
    );
  });

  it('says which answers tell of limits, and when to come again', () => {
    const { paths } = document as { paths: Record<string, Record<string, Operation>> };
    const responses = paths['/v1/feeds']?.get?.responses ?? {};
    const told = (status: number) => Object.keys(responses[status]?.headers ?? {});
    expect(told(200)).toEqual(['RateLimit-Policy', 'RateLimit', 'Link']);
    expect(paths['/v1/feeds']?.post?.responses[200]?.headers).not.toHaveProperty('Link');
    expect(told(429)).toEqual(['RateLimit-Policy', 'RateLimit', 'Retry-After']);
    expect(told(503)).toEqual(['Retry-After']);
  });
});
