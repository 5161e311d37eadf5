import { expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { clientSources } from '../../scripts/client-types.js';
import type * as client from '../../src/client/index.js';
import type * as contract from '../../src/contract/index.js';

it('tells a field, its meaning, and whether it may be absent', () => {
  const answerSchema = z
    .object({
      kept: z.boolean().describe('Kept for a day'),
      note: z.string().nullable().optional(),
      tags: z.array(z.enum(['new', 'old'])),
    })
    .describe('An answer');
  const response = () => z.array(answerSchema);
  const getAnswer = { method: 'GET', path: '/v1/answers', summary: 'Get', response };
  const contract = { answerSchema, unusedSchema: z.object({}), endpoints: { getAnswer } };
  expect(clientSources(contract, z).types).toContain(
    [
      '/** An answer. */',
      'export interface Answer {',
      '  /** Kept for a day. */',
      '  kept: boolean;',
      '  note?: string | null | undefined;',
      "  tags: ('new' | 'old')[];",
      '}\n',
    ].join('\n'),
  );
});

it('refuses an endpoint whose schema has no name', () => {
  const endpoints = { getAnswer: { response: () => z.object({}) } };
  expect(() => clientSources({ endpoints }, z)).toThrow(/^getAnswer uses a schema/);
});

// What zod infers from the same schemas: arrays of bodies are read-only for callers.
it('are the types of the contract', () => {
  expectTypeOf<client.Feed>().toEqualTypeOf<contract.Feed>();
  expectTypeOf<client.FeedSettings>().toEqualTypeOf<contract.FeedSettings>();
  expectTypeOf<client.Bundle>().toEqualTypeOf<contract.Bundle>();
  expectTypeOf<client.Deleted>().toEqualTypeOf<contract.Deleted>();
  expectTypeOf<client.Sort>().toEqualTypeOf<contract.Sort>();
  expectTypeOf<client.CreateFeedBody>().toEqualTypeOf<contract.CreateFeedBody>();
  expectTypeOf<contract.UpdateFeedBody>().toExtend<client.UpdateFeedBody>();
  expectTypeOf<contract.CreateBundleBody>().toExtend<client.CreateBundleBody>();
  expectTypeOf<client.UpdateBundleBody>().toEqualTypeOf<contract.UpdateBundleBody>();
  expectTypeOf<client.RevokedKey>().toEqualTypeOf<contract.RevokedKey>();
  expectTypeOf<client.Account>().toEqualTypeOf<contract.Account>();
  expectTypeOf<client.CreateAccountBody>().toEqualTypeOf<contract.CreateAccountBody>();
  expectTypeOf<client.Preview>().toEqualTypeOf<contract.Preview>();
  expectTypeOf<client.RefreshBatch>().toEqualTypeOf<contract.RefreshBatch>();
  expectTypeOf<client.ServiceHealth>().toEqualTypeOf<contract.ServiceHealth>();
  expectTypeOf<client.ErrorObject>().toEqualTypeOf<contract.ErrorBody>();
});
